/**
 * omok.js - the page of omok: a person plays black against the service.
 *
 * The server keeps the game. The page keeps what the server has said last, and the stone that is on
 * its way; that one is sent again, with the same key, until an answer comes.
 */

import {SIZE, decodeGame, decodeInfo, decodeNew, decodePlay} from './answers.js';
import {columnName, createBoard, draw, pointName, write} from './board.js';
import * as page from './page.js';
import {ask} from './retry.js';
import {text} from './text.js';

/**
 * @typedef {import('./answers.js').Game} Game
 * @typedef {import('./board.js').Point} Point
 * @typedef {import('./board.js').Stone} Stone
 */

const STARS = [
	[3, 3],
	[11, 3],
	[7, 7],
	[3, 11],
	[11, 11],
];

// Tells which sentence a refusal is. After all of them the server is asked how the game stands.
/** @type {[string, import('./text.js').Key][]} */
const REASONS = [
	['Unknown pid', 'unknownGame'],
	['Turn out of date', 'stale'],
	['Place not empty', 'stale'],
	['Game already over', 'gameOver'],
	['Unknown strategy', 'noLevel'],
];

/** @type {Game} */
const BLANK = {pid: '', strategy: '', moves: [], over: false, winner: null, row: []};

let game = BLANK;
/** @type {Point | null} */
let placing = null;
let loading = false;
let run = new AbortController();

const strategy = /** @type {HTMLSelectElement} */ (page.byId('strategy'));

/** @param {Point} at */
const nameOf = (at) => pointName(SIZE, at);

/** @param {SVGElement} layer */
function drawGround(layer) {
	const [pitchX, pitchY, end] = [22, 23.7, SIZE - 1];
	const [right, bottom] = [end * pitchX, end * pitchY];
	draw(layer, 'rect', {
		class: 'wood',
		x: -29,
		y: -29,
		width: right + 58,
		height: bottom + 58,
		rx: 6,
	});
	let d = '';
	for (let i = 0; i < SIZE; i++) d += `M0 ${i * pitchY}H${right}M${i * pitchX} 0V${bottom}`;
	draw(layer, 'path', {class: 'grid', d});
	draw(layer, 'rect', {class: 'rim', width: right, height: bottom});
	for (const [x, y] of STARS) draw(layer, 'circle', {class: 'star', cx: x * pitchX, cy: y * pitchY, r: 2.2});
	for (let i = 0; i < SIZE; i++) {
		write(layer, i * pitchX, bottom + 21, columnName(i));
		write(layer, -20.5, i * pitchY, SIZE - i);
	}
}

const board = createBoard(
	/** @type {SVGSVGElement} */ (document.querySelector('#board')),
	{
		columns: SIZE,
		rows: SIZE,
		pitchX: 22, // as on boards for go, whose lines are further apart along the player's view
		pitchY: 23.7,
		margin: 29,
		radius: 10.6,
		start: {x: 7, y: 7},
		has: () => true,
		ground: drawGround,
	},
	{
		confirm: page.isSmall,
		onPlay: place,
		onSelect: (at) => page.showPlace(at && nameOf(at)),
	},
);

/** @returns {Stone[]} */
function stonesOnBoard() {
	const moves = placing ? [...game.moves, placing] : game.moves;
	return moves.map((at, i) => ({...at, colour: i % 2 === 0 ? 'black' : 'white'}));
}

/** @param {Point} at */
const isTaken = (at) => game.moves.some(({x, y}) => x === at.x && y === at.y);

/**
 * @param {number} x
 * @param {number} y
 * @param {Stone | undefined} stone
 */
function label(x, y, stone) {
	const name = nameOf({x, y});
	if (!stone) return text('cellEmpty', name);
	const last = game.moves.at(-1);
	const isLast = last?.x === x && last.y === y;
	return text(isLast ? 'cellLast' : 'cellStone', name, text(stone.colour));
}

function statusWords() {
	if (loading) return text('loading');
	if (placing) return text('thinking', game.strategy || strategy.value);
	if (!game.over) return text('yourTurn');
	if (game.winner === 'draw') return text('draw');
	return game.winner === 'player' ? text('youWon') : text('theyWon', game.strategy);
}

function redraw() {
	const mine = !placing && !loading && !game.over;
	board.show({
		stones: stonesOnBoard(),
		next: mine ? 'black' : null,
		playable: (x, y) => !isTaken({x, y}),
		hints: false,
		lines: game.row.length
			? [
					{
						from: game.row[0],
						to: game.row[game.row.length - 1],
						colour: game.winner === 'player' ? 'black' : 'white',
					},
				]
			: [],
		badges: [],
		label,
	});
	page.showMoves(game.moves.map(nameOf));
	page.showStatus({
		words: statusWords(),
		more: text('asBlack', game.strategy || strategy.value),
		disc: mine ? 'black' : placing ? 'white' : '',
		busy: loading || placing !== null,
	});
}

/** Ends what is going on and starts something else. */
function begin() {
	run.abort();
	run = new AbortController();
	return run.signal;
}

/** @param {AbortSignal} signal */
const asking = (signal) => ({
	signal,
	onTrouble: (/** @type {import('./retry.js').Trouble | null} */ key) =>
		page.complain(key ? text(key) : '', key !== null),
});

/** @param {Game} next */
function become(next) {
	game = next;
	placing = null;
	loading = false;
	page.putPidInAddress(game.pid);
	redraw();
}

/** 128 random bits; crypto.randomUUID exists only where the page came over TLS or from this machine. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join('-');

/**
 * @param {string} reason
 * @param {AbortSignal} signal
 */
async function refuse(reason, signal) {
	const key = REASONS.find(([start]) => reason.startsWith(start))?.[1];
	page.complain(key ? text(key) : text('refused', reason));
	placing = null;
	if (key === 'unknownGame' || game.pid === '') become(BLANK);
	else await fetchGame(game.pid, signal);
}

/**
 * @param {string} pid
 * @param {AbortSignal} signal
 */
async function fetchGame(pid, signal) {
	const answer = await ask(`game?pid=${encodeURIComponent(pid)}`, decodeGame, asking(signal));
	if (!('reason' in answer)) {
		become(answer);
		return;
	}
	page.complain(text('unknownGame'));
	become(BLANK);
}

/**
 * Shows a game that the server knows, or an empty board for ''.
 * @param {string} pid
 */
async function load(pid) {
	const signal = begin();
	page.complain('');
	if (pid === '') {
		become(BLANK);
		return;
	}
	placing = null;
	loading = true;
	redraw();
	await fetchGame(pid, signal);
	if (game.strategy) strategy.value = game.strategy;
}

/** @param {import('./answers.js').Turn} turn */
function accept({ack, move}) {
	const end = move?.isWin ? move : ack;
	const winner = move?.isWin ? 'computer' : ack.isWin ? 'player' : ack.isDraw ? 'draw' : null;
	page.complain('');
	become({
		...game,
		moves: [...game.moves, ack.at, ...(move ? [move.at] : [])],
		over: winner !== null,
		winner,
		row: end.row,
	});
	const told = [text('played', text('you'), nameOf(ack.at))];
	if (move) told.push(text('played', game.strategy, nameOf(move.at)));
	page.say([...told, statusWords()].join(' '));
}

/**
 * @param {Point} at
 * @param {AbortSignal} signal
 */
async function send(at, signal) {
	if (game.pid === '') {
		const name = strategy.value;
		const made = await ask(`new?strategy=${encodeURIComponent(name)}`, decodeNew, asking(signal));
		if ('reason' in made) return refuse(made.reason, signal);
		game = {...BLANK, pid: made.pid, strategy: name};
		page.putPidInAddress(game.pid);
	}
	const url = `play?pid=${game.pid}&x=${at.x}&y=${at.y}&turn=${game.moves.length}`;
	const turn = await ask(url, decodePlay, {...asking(signal), key: newKey()});
	if ('reason' in turn) return refuse(turn.reason, signal);
	accept(turn);
}

/** @param {Point} at */
async function place(at) {
	if (placing || loading) return page.complain(text('notYourTurn'));
	if (game.over) return page.complain(text('gameOver'));
	if (isTaken(at)) return page.complain(text('occupied', nameOf(at)));
	const signal = begin();
	page.complain('');
	placing = at;
	redraw();
	await settle(send(at, signal));
}

/**
 * Awaits what a new game, or another address, may have ended.
 * @param {Promise<unknown>} work
 */
async function settle(work) {
	try {
		await work;
	} catch (error) {
		if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
	}
}

async function offerStrategies() {
	const names = await ask('info', decodeInfo, asking(new AbortController().signal));
	const wanted = [game.strategy, page.recall('strategy'), 'Smart', names[0]];
	strategy.replaceChildren(...names.map((name) => new Option(name, name)));
	strategy.value = String(wanted.find((name) => names.includes(name)));
	redraw();
}

strategy.addEventListener('change', () => {
	page.remember('strategy', strategy.value);
	redraw();
});
page.startPage({
	title: 'omokTitle',
	redraw,
	onNew: () => settle(load('')),
	onPlace: board.playSelected,
	onAddress: (pid) => {
		if (pid !== game.pid) settle(load(pid));
	},
});
settle(offerStrategies());
settle(load(page.pidInAddress()));
