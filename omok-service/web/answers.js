/**
 * answers.js - decodes what omok-service answers. Each decoder takes anything, and returns null for what is
 * not such an answer.
 */

export const SIZE = 15;

/** @type {(value: unknown) => Record<string, unknown>} */
const fields = (value) => (typeof value === 'object' && value !== null ? {...value} : {});

/** @param {unknown} value */
const isCoordinate = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < SIZE;

/**
 * Pairs of coordinates as points.
 * @param {unknown} value
 * @returns {Point[] | null}
 */
function decodePoints(value) {
	if (!Array.isArray(value) || value.length % 2 !== 0 || !value.every(isCoordinate)) return null;
	return Array.from({length: value.length / 2}, (_, i) => ({x: value[2 * i], y: value[2 * i + 1]}));
}

/** @param {unknown} value */
function decodeStone(value) {
	const {x, y, row, isWin, isDraw} = fields(value);
	const [at] = decodePoints([x, y]) ?? [];
	const line = decodePoints(row);
	return at && line && {at, line, isWin: isWin === true, isDraw: isDraw === true};
}

/** @param {unknown} value */
function decodeReason(value) {
	const {response, reason} = fields(value);
	return response === false && typeof reason === 'string' ? {reason} : null;
}

/** @param {unknown} value */
export function decodeInfo(value) {
	const {strategies} = fields(value);
	return Array.isArray(strategies) && strategies.length > 0 ? strategies.map(String) : null;
}

/** @param {unknown} value */
export function decodeNew(value) {
	const {response, pid} = fields(value);
	return response === true && typeof pid === 'string' ? {pid} : decodeReason(value);
}

/** @param {unknown} value */
export function decodePlay(value) {
	const {response, ack_move: mine, move: theirs} = fields(value);
	if (response !== true) return decodeReason(value);
	const ack = decodeStone(mine);
	const move = theirs === undefined ? null : decodeStone(theirs);
	return ack && (move || theirs === undefined) ? {ack, move} : null;
}

/** @param {unknown} value */
export function decodeGame(value) {
	const {response, strategy, moves: played, winner, row} = fields(value);
	if (response !== true) return decodeReason(value);
	const moves = decodePoints(played);
	const line = decodePoints(row);
	return moves && line && {strategy: String(strategy), moves, line, winner: String(winner)};
}
