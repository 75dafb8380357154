/**
 * answers.js - decodes what omok-service answers. Each decoder takes anything and returns null for
 * what is not such an answer.
 *
 * @typedef {import('./board.js').Point} Point
 * @typedef {{reason: string}} Refusal
 * @typedef {{at: Point, isWin: boolean, isDraw: boolean, row: Point[]}} Played
 * @typedef {{ack: Played, move: Played | null}} Turn
 * @typedef {'player' | 'computer' | 'draw' | null} Winner
 * @typedef {object} Game
 * @property {string} pid '' while the server does not know the game yet.
 * @property {string} strategy
 * @property {Point[]} moves The player's are the first, third, ...
 * @property {boolean} over
 * @property {Winner} winner
 * @property {Point[]} row Five points, or none.
 */

export const SIZE = 15;

/**
 * @param {unknown} value
 * @returns {Record<string, unknown> | null}
 */
const asObject = (value) =>
	typeof value === 'object' && value !== null ? /** @type {Record<string, unknown>} */ (value) : null;

/** @param {unknown} value */
const isCoordinate = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < SIZE;

/**
 * Pairs of coordinates as points.
 * @param {unknown} value
 * @returns {Point[] | null}
 */
function decodePoints(value) {
	if (!Array.isArray(value) || value.length % 2 !== 0 || !value.every(isCoordinate)) return null;
	return Array.from({length: value.length / 2}, (_, i) => ({
		x: value[2 * i],
		y: value[2 * i + 1],
	}));
}

/**
 * @param {unknown} value
 * @returns {Played | null}
 */
function decodePlayed(value) {
	const stone = asObject(value);
	const row = decodePoints(stone?.row);
	if (!stone || !row || !isCoordinate(stone.x) || !isCoordinate(stone.y)) return null;
	const at = {x: Number(stone.x), y: Number(stone.y)};
	return {at, isWin: stone.isWin === true, isDraw: stone.isDraw === true, row};
}

/**
 * @param {Record<string, unknown>} body
 * @returns {Refusal | null}
 */
const decodeRefusal = (body) =>
	body.response === false && typeof body.reason === 'string' ? {reason: body.reason} : null;

/**
 * @param {unknown} value
 * @returns {string[] | null} The names of the strategies.
 */
export function decodeInfo(value) {
	const names = asObject(value)?.strategies;
	return Array.isArray(names) && names.length > 0 ? names.map(String) : null;
}

/**
 * @param {unknown} value
 * @returns {{pid: string} | Refusal | null}
 */
export function decodeNew(value) {
	const body = asObject(value);
	if (body?.response === true && typeof body.pid === 'string') return {pid: body.pid};
	return body && decodeRefusal(body);
}

/**
 * @param {unknown} value
 * @returns {Turn | Refusal | null}
 */
export function decodePlay(value) {
	const body = asObject(value);
	if (body?.response !== true) return body && decodeRefusal(body);
	const ack = decodePlayed(body.ack_move);
	const move = 'move' in body ? decodePlayed(body.move) : null;
	return ack && (move || !('move' in body)) ? {ack, move} : null;
}

/**
 * @param {unknown} value
 * @returns {Game | Refusal | null}
 */
export function decodeGame(value) {
	const body = asObject(value);
	if (body?.response !== true) return body && decodeRefusal(body);
	const moves = decodePoints(body.moves);
	const row = decodePoints(body.row);
	if (!moves || !row || typeof body.pid !== 'string') return null;
	return {
		pid: body.pid,
		strategy: String(body.strategy),
		moves,
		over: body.over === true,
		winner: /** @type {Winner} */ (body.winner),
		row,
	};
}
