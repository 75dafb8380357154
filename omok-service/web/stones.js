/**
 * stones.js - the page of 3 Stones: a person plays white against the service.
 *
 * As on the page of omok, the server keeps the game, and a stone is sent until its answer has come.
 */

import {columnName, createBoard, draw, pointName, write} from './board.js';
import {createLink} from './link.js';
import {REFUSED, TYPE, encode, isPid} from './packet.js';
import * as page from './page.js';
import {ask} from './retry.js';
import {GRID, TOTAL, hasSlot, objection, scoredBy} from './rules.js';
import {text} from './text.js';

/**
 * @typedef {import('./board.js').Point} Point
 * @typedef {import('./board.js').Stone} Stone
 * @typedef {import('./packet.js').Packet} Packet
 *
 * @typedef {object} Game
 * @property {string} pid '' while the server does not know the game yet.
 * @property {(Stone & {points: number})[]} stones
 * @property {number} white Score.
 * @property {number} black
 */

const PITCH = 30;

// The corners of the outermost slots; the wood goes one pitch further.
const OUTLINE = 'M60 0H120L180 60V120L120 180H60L0 120V60Z';

// By detail of REFUSED. After all of them the server is asked how the game stands.
/** @type {Record<number, import('./text.js').Key>} */
const REASONS = {
	[REFUSED.malformed]: 'noLevel',
	[REFUSED.noGame]: 'unknownGame',
	[REFUSED.over]: 'gameOver',
};

/** @type {Game} */
const BLANK = {pid: '', stones: [], white: 0, black: 0};

let game = BLANK;
/** @type {Point | null} */
let placing = null;
let loading = false;
let waiting = false; // for a seat
let run = new AbortController();

const level = /** @type {HTMLSelectElement} */ (page.byId('level'));

const link = createLink(findUrl, (sign) => {
	waiting = sign === 'seat';
	if (sign !== 'seat') page.complain(sign ? text(sign) : '', sign !== null);
	redraw();
});

/** @returns {Promise<string>} */
async function findUrl() {
	const config = await ask('config.json', (body) => /** @type {{stonesWs?: unknown} | null} */ (body), {
		signal: run.signal,
		onTrouble: (key) => page.complain(key ? text(key) : '', true),
	});
	if (typeof config.stonesWs === 'string') return config.stonesWs;
	const here = new URL('stones-ws', location.href);
	here.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
	here.hash = '';
	return here.href;
}

/** @param {Point} at */
const nameOf = (at) => pointName(GRID, at);

/** @param {SVGElement} layer */
function drawGround(layer) {
	draw(layer, 'path', {class: 'wood round', d: OUTLINE});
	for (let y = 0; y < GRID; y++) {
		let first = GRID;
		for (let x = GRID - 1; x >= 0; x--) {
			if (!hasSlot(x, y)) continue;
			const [cx, cy] = [x * PITCH, y * PITCH];
			draw(layer, 'circle', {class: 'pocket', cx, cy, r: 12.4});
			draw(layer, 'circle', {class: 'floor', cx, cy: cy + 0.9, r: 11.6});
			first = x;
		}
		write(layer, first * PITCH - 20.5, y * PITCH, GRID - y);
	}
	for (let x = 0; x < GRID; x++) {
		let last = GRID - 1;
		while (!hasSlot(x, last)) last--;
		write(layer, x * PITCH, last * PITCH + 20.5, columnName(x));
	}
	draw(layer, 'path', {class: 'inlay', d: 'M90 82L98 90L90 98L82 90Z'});
}

const board = createBoard(
	/** @type {SVGSVGElement} */ (document.querySelector('#board')),
	{
		columns: GRID,
		rows: GRID,
		pitchX: PITCH,
		pitchY: PITCH,
		margin: 28,
		radius: 11.2,
		start: {x: 3, y: 2},
		has: hasSlot,
		ground: drawGround,
	},
	{
		confirm: page.isSmall,
		onPlay: place,
		onSelect: (at) => page.showPlace(at && nameOf(at)),
	},
);

/** @returns {Stone[]} */
const stonesOnBoard = () => (placing ? [...game.stones, {...placing, colour: 'white'}] : game.stones);

const isOver = () => game.stones.length === TOTAL;
const isMine = () => !placing && !loading && !isOver();

function statusWords() {
	if (waiting) return text('seat');
	if (loading) return text('loading');
	if (placing) return text('thinking', text('computer'));
	if (!isOver()) return text('yourTurn');
	if (game.white === game.black) return text('draw');
	return game.white > game.black ? text('youWon') : text('theyWon', text('computer'));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {Stone | undefined} stone
 */
function label(x, y, stone) {
	const name = nameOf({x, y});
	const last = game.stones.at(-1);
	if (stone) {
		const isLast = last?.x === x && last.y === y;
		return text(isLast ? 'cellLast' : 'cellStone', name, text(stone.colour));
	}
	const playable = isMine() && objection(game.stones, {x, y}) === null;
	return text(playable ? 'cellPlayable' : 'cellEmpty', name);
}

/** The lines that scored, each in the colour of its stones. */
function linesThatScored() {
	return game.stones.flatMap(({colour, points}, i) =>
		points === 0 ? [] : scoredBy(game.stones, i).map((line) => ({from: line[0], to: line[2], colour})),
	);
}

function showScores() {
	const [whiteLast, blackLast] = game.stones.slice(-2);
	for (const {colour, last} of [
		{colour: /** @type {const} */ ('white'), last: whiteLast},
		{colour: /** @type {const} */ ('black'), last: blackLast},
	]) {
		const left = (TOTAL - game.stones.length) / 2;
		page.byId(`${colour}-score`).textContent = String(game[colour]);
		page.byId(`${colour}-gain`).textContent = last?.points ? `+${last.points}` : '';
		page.byId(`${colour}-left`).textContent = text('left', left);
	}
}

function redraw() {
	const stones = stonesOnBoard();
	const mine = isMine();
	board.show({
		stones,
		next: mine ? 'white' : null,
		playable: (x, y) => objection(game.stones, {x, y}) === null,
		hints: stones.length > 0,
		lines: linesThatScored(),
		badges: placing
			? []
			: game.stones
					.slice(-2)
					.filter(({points}) => points > 0)
					.map((stone) => ({...stone, words: `+${stone.points}`})),
		label,
	});
	showScores();
	page.showMoves(game.stones.map((stone) => nameOf(stone) + (stone.points ? ` +${stone.points}` : '')));
	page.showStatus({
		words: statusWords(),
		more: text('asWhite'),
		disc: mine ? 'white' : placing ? 'black' : '',
		busy: waiting || loading || placing !== null,
	});
}

/** Ends what is going on and starts something else. */
function begin() {
	run.abort();
	run = new AbortController();
	return run.signal;
}

/** @param {Game} next */
function become(next) {
	game = next;
	placing = null;
	loading = false;
	waiting = false;
	if (isOver() || game.pid === '') link.close(); // somebody may be waiting for the seat
	page.putPidInAddress(game.pid);
	redraw();
}

/**
 * The game with the stones of an answer added; those that it has already count once.
 * @param {Game} before
 * @param {Packet[]} packets
 * @returns {Game}
 */
function withStones(before, packets) {
	const stones = packets
		.filter(({type}) => type === TYPE.white || type === TYPE.black)
		.map((packet) => ({
			x: packet.col,
			y: packet.row,
			colour: /** @type {import('./board.js').Colour} */ (packet.type === TYPE.white ? 'white' : 'black'),
			points: packet.points,
		}));
	const {white, black} = packets[packets.length - 1];
	return {...before, stones: [...before.stones, ...stones], white, black};
}

/**
 * @param {Packet} refusal
 * @param {AbortSignal} signal
 */
async function refuse({detail}, signal) {
	const key = REASONS[detail] ?? 'stale';
	placing = null;
	if (key === 'unknownGame' || game.pid === '') become(BLANK);
	else await resume(game.pid, signal);
	page.complain(text(key));
}

/**
 * @param {string} pid
 * @param {AbortSignal} signal
 */
async function resume(pid, signal) {
	const packets = await link.exchange(encode(TYPE.resume, pid), signal);
	if (packets[0].type === TYPE.start) {
		become(withStones({...BLANK, pid}, packets));
		return;
	}
	become(BLANK);
	page.complain(text('unknownGame'));
}

/**
 * Shows a game that the server knows, or an empty board for ''.
 * @param {string} pid
 */
async function load(pid) {
	const signal = begin();
	page.complain('');
	if (!isPid(pid)) {
		become(BLANK);
		if (pid !== '') page.complain(text('unknownGame'));
		return;
	}
	placing = null;
	loading = true;
	redraw();
	await resume(pid, signal);
}

/**
 * @param {Point} at
 * @param {AbortSignal} signal
 */
async function send(at, signal) {
	if (game.pid === '') {
		const request = encode(TYPE.requestStart, '', {detail: Number(level.value)});
		const [start] = await link.exchange(request, signal);
		if (start.type !== TYPE.start) return refuse(start, signal);
		game = {...BLANK, pid: start.pid};
		page.putPidInAddress(game.pid);
	}
	const stones = game.stones.length;
	const packet = encode(TYPE.placeStone, game.pid, {row: at.y, col: at.x, stones});
	const packets = await link.exchange(packet, signal);
	if (packets[0].type === TYPE.refused) return refuse(packets[0], signal);
	become(withStones(game, packets));
	tell();
}

/** Says the last two stones aloud. */
function tell() {
	const told = game.stones.slice(-2).map(({x, y, colour, points}) => {
		const who = text(colour === 'white' ? 'you' : 'computer');
		const name = nameOf({x, y});
		return points ? text('scored', who, name, points) : text('played', who, name);
	});
	page.say([...told, text('score', game.white, game.black), statusWords()].join(' '));
}

/** @param {Point} at */
async function place(at) {
	if (placing || loading) return page.complain(text('notYourTurn'));
	if (isOver()) return page.complain(text('gameOver'));
	const why = objection(game.stones, at);
	if (why) return page.complain(text(why, nameOf(at)));
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

level.value = page.recall('level') || level.value;
level.addEventListener('change', () => page.remember('level', level.value));
page.startPage({
	title: 'stonesTitle',
	redraw,
	onNew: () => settle(load('')),
	onPlace: board.playSelected,
	onAddress: (pid) => {
		if (pid !== game.pid) settle(load(pid));
	},
});
settle(load(page.pidInAddress()));
