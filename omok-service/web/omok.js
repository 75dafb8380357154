/**
 * omok.js - the page of omok: a person plays black against omok-service.
 */

import {SIZE, decodeGame, decodeInfo, decodeNew, decodePlay} from './answers.js';
import {columnName, coordinate, pointName} from './board.js';
import * as page from './page.js';
import {createPlay} from './play.js';
import {ask} from './retry.js';
import {text} from './text.js';

// The lines of a board for go are further apart along the player's view.
const [PITCH_X, PITCH_Y] = [22, 23.7];
const [RIGHT, BOTTOM] = [(SIZE - 1) * PITCH_X, (SIZE - 1) * PITCH_Y];
const STARS = [3, 3, 11, 3, 7, 7, 3, 11, 11, 11];

// Which sentence a reason is, by its beginning.
/** @type {Record<string, Key>} */
const REASONS = {
	'Unknown pid': 'unknownGame',
	'Unknown strategy': 'noOpponent',
	'Turn out of date': 'stale',
	'Place not empty': 'stale',
	'Game already over': 'gameOver',
};

// Of the names in `winner`.
/** @type {Record<string, Game['outcome']>} */
const OUTCOMES = {player: 'youWon', computer: 'theyWon', draw: 'draw'};

const strategy = /** @type {HTMLSelectElement} */ (page.byId('opponent'));
let wanted = page.settings.strategy || 'Smart';

/** @param {string} name May not be on offer, or not yet. */
function choose(name) {
	wanted = name;
	if (Array.from(strategy.options).some(({value}) => value === name)) strategy.value = name;
}

/** @param {Point} at */
const nameOf = (at) => pointName(SIZE, at);

function ground() {
	let d = '';
	let marks = '';
	for (let i = 0; i < SIZE; i++) {
		d += `M0 ${i * PITCH_Y}H${RIGHT}M${i * PITCH_X} 0V${BOTTOM}`;
		marks += coordinate(i * PITCH_X, BOTTOM + 19, columnName(i));
		marks += coordinate(-19, i * PITCH_Y, SIZE - i);
	}
	for (let i = 0; i < STARS.length; i += 2)
		marks += `<circle class="carved" cx="${STARS[i] * PITCH_X}" cy="${STARS[i + 1] * PITCH_Y}" r="2.2"/>`;
	return `<rect class="wood" x="-28" y="-20" width="${RIGHT + 48}" height="${BOTTOM + 48}" rx="5"/>
		<path class="grid" d="${d}"/><rect class="rim" width="${RIGHT}" height="${BOTTOM}"/>${marks}`;
}

/** @param {string} reason */
function refusal(reason) {
	const key = Object.keys(REASONS).find((start) => reason.startsWith(start));
	return {sentence: key ? text(REASONS[key]) : text('refused', reason)};
}

/** 128 random bits; crypto.randomUUID exists only where the page came over TLS or from this machine. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join('-');

/**
 * @param {Point[]} moves The person's are the first, third, ...
 * @returns {Stone[]}
 */
const stonesOf = (moves) => moves.map((at, i) => ({...at, colour: i % 2 ? 'white' : 'black'}));

/**
 * @param {Point[]} row Five points, or none.
 * @param {Game['outcome']} outcome
 * @returns {Line[]}
 */
const linesOf = ([from, ...row], outcome) =>
	from ? [{from, to: row[row.length - 1], colour: outcome === 'youWon' ? 'black' : 'white'}] : [];

/** @type {Game} */
const blank = {pid: '', stones: [], outcome: null, lines: [], opponent: '', scores: {black: 0, white: 0}};

const {redraw} = createPlay({
	shape: {
		columns: SIZE,
		rows: SIZE,
		pitchX: PITCH_X,
		pitchY: PITCH_Y,
		radius: 10.6,
		viewBox: [-28, -20, RIGHT + 48, BOTTOM + 48],
		start: {x: 7, y: 7},
		ground: ground(),
		has: () => true,
	},
	title: 'omokTitle',
	colour: 'black',
	blank,
	hints: false,
	opponent: () => strategy.value,
	more: (opponent) => text('asBlack', opponent),
	nameOf,
	objection: (stones, at) => (stones.some(({x, y}) => x === at.x && y === at.y) ? 'occupied' : null),
	showScores: () => '',

	async load(pid, signal) {
		const answer = await ask(`game?pid=${encodeURIComponent(pid)}`, decodeGame, signal, page.showTrouble);
		if ('reason' in answer) return null;
		const outcome = OUTCOMES[answer.winner] ?? null;
		const [stones, lines] = [stonesOf(answer.moves), linesOf(answer.line, outcome)];
		choose(answer.strategy);
		return {...blank, pid, stones, outcome, lines, opponent: answer.strategy};
	},

	async start(signal) {
		const opponent = strategy.value;
		const url = `new?strategy=${encodeURIComponent(opponent)}`;
		const answer = await ask(url, decodeNew, signal, page.showTrouble);
		return 'reason' in answer ? refusal(answer.reason) : {...blank, pid: answer.pid, opponent};
	},

	async play(game, {x, y}, signal) {
		const url = `play?pid=${game.pid}&x=${x}&y=${y}&turn=${game.stones.length}`;
		const turn = await ask(url, decodePlay, signal, page.showTrouble, {'Idempotency-Key': newKey()});
		if ('reason' in turn) return refusal(turn.reason);
		const {ack, move} = turn;
		const stones = stonesOf([...game.stones, ack.at, ...(move ? [move.at] : [])]);
		const outcome = move?.isWin ? 'theyWon' : ack.isWin ? 'youWon' : ack.isDraw ? 'draw' : null;
		return {...game, stones, outcome, lines: linesOf((move ?? ack).line, outcome)};
	},
});

async function offerStrategies() {
	const names = await ask('info', decodeInfo, new AbortController().signal, page.showTrouble);
	strategy.replaceChildren(...names.map((name) => new Option(name)));
	choose(wanted);
	redraw();
}

strategy.addEventListener('change', () => {
	wanted = strategy.value;
	page.settings.strategy = wanted;
	redraw();
});
offerStrategies();
