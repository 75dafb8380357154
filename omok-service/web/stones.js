/**
 * stones.js - the page of 3 Stones: a person plays white against threestones-service.
 */

import {columnName, coordinate, pointName} from './board.js';
import {createLink} from './link.js';
import {REFUSED, TYPE, encode, isPid} from './packet.js';
import * as page from './page.js';
import {createPlay} from './play.js';
import {ask} from './retry.js';
import {GRID, TOTAL, hasSlot, objection, scoredBy} from './rules.js';
import {text} from './text.js';

const PITCH = 30;

// The hull of the slots; its stroke makes the wood go on, with round corners.
const OUTLINE = 'M60 0H120L180 60V120L120 180H60L0 120V60Z';

// By detail of REFUSED; the others mean that the game is not what the page believes.
/** @type {Record<number, Key>} */
const REASONS = {
	[REFUSED.malformed]: 'noOpponent',
	[REFUSED.noGame]: 'unknownGame',
	[REFUSED.over]: 'gameOver',
};

/** @type {Game} */
const blank = {pid: '', stones: [], outcome: null, lines: [], opponent: '', scores: {white: 0, black: 0}};

const level = /** @type {HTMLSelectElement} */ (page.byId('opponent'));

const link = createLink(findUrl, (isWaiting) => play.onSeat(isWaiting), page.showTrouble);

async function findUrl() {
	const read = (/** @type {any} */ body) => body;
	const config = await ask('config.json', read, new AbortController().signal, page.showTrouble);
	const url = new URL(config.stonesWs ?? 'stones-ws', location.href.replace(/#.*/, ''));
	if (url.protocol.startsWith('http')) url.protocol = url.protocol.replace('http', 'ws');
	return url.href;
}

/** @param {Point} at */
const nameOf = (at) => pointName(GRID, at);

function ground() {
	let svg = `<path class="wood round" d="${OUTLINE}"/><path class="inlay" d="M90 82l8 8l-8 8l-8-8z"/>`;
	for (let y = 0; y < GRID; y++)
		for (let x = 0; x < GRID; x++) {
			if (!hasSlot(x, y)) continue;
			const [cx, cy] = [x * PITCH, y * PITCH];
			svg += `<circle class="pocket" cx="${cx}" cy="${cy}" r="12.4"/>`;
			svg += `<circle class="floor" cx="${cx}" cy="${cy + 0.9}" r="11.6"/>`;
			const isCentre = (/** @type {number} */ n) => n === GRID >> 1;
			if (!hasSlot(x - 1, y) && !isCentre(x - 1)) svg += coordinate(cx - 19, cy, GRID - y);
			if (!hasSlot(x, y + 1) && !isCentre(y + 1)) svg += coordinate(cx, cy + 19, columnName(x));
		}
	return svg;
}

/**
 * The game with the stones of an answer added.
 * @param {Game} game
 * @param {Packet[]} packets
 */
function withStones(game, packets) {
	/** @type {Stone[]} */
	const added = packets
		.filter(({type}) => type === TYPE.white || type === TYPE.black)
		.map(({type, row, col, points}) => ({
			x: col,
			y: row,
			colour: type === TYPE.white ? 'white' : 'black',
			points,
		}));
	const stones = [...game.stones, ...added];
	const {white, black} = packets[packets.length - 1];
	const end = white === black ? 'draw' : white > black ? 'youWon' : 'theyWon';
	/** @type {Game['outcome']} */
	const outcome = stones.length === TOTAL ? end : null;
	if (outcome !== null) link.close(); // somebody may be waiting for the seat
	const lines = stones.flatMap(({colour}, i) =>
		scoredBy(stones, i).map(([from, , to]) => ({from, to, colour})),
	);
	return {...game, stones, outcome, lines, scores: {white, black}};
}

/**
 * @param {Packet} packet
 * @returns {Refusal}
 */
const refusal = ({detail}) => ({sentence: text(REASONS[detail] ?? 'stale')});

/** @type {Rules['showScores']} */
function showScores({stones, scores}) {
	for (const [colour, score] of Object.entries(scores)) {
		const last = stones.slice(-2).find((stone) => stone.colour === colour);
		page.byId(`${colour}-score`).textContent = String(score);
		page.byId(`${colour}-gain`).textContent = last?.points ? `+${last.points}` : '';
	}
	return text('score', scores.white, scores.black);
}

const play = createPlay({
	shape: {
		columns: GRID,
		rows: GRID,
		pitchX: PITCH,
		pitchY: PITCH,
		radius: 11.2,
		viewBox: [-28, -28, 236, 236],
		start: {x: 3, y: 2},
		ground: ground(),
		has: hasSlot,
	},
	title: 'stonesTitle',
	colour: 'white',
	blank,
	hints: true,
	opponent: () => text('computer'),
	more: () => text('asWhite'),
	nameOf,
	objection,
	showScores,

	async load(pid, signal) {
		if (!isPid(pid)) return null;
		const packets = await link.exchange(encode(TYPE.resume, pid), signal);
		return packets[0].type === TYPE.start ? withStones({...blank, pid}, packets) : null;
	},

	async start(signal) {
		const request = encode(TYPE.ask, '', {detail: Number(level.value)});
		const [start] = await link.exchange(request, signal);
		return start.type === TYPE.start ? {...blank, pid: start.pid} : refusal(start);
	},

	async play(game, {x, y}, signal) {
		const packet = encode(TYPE.place, game.pid, {row: y, col: x, stones: game.stones.length});
		const packets = await link.exchange(packet, signal);
		return packets[0].type === TYPE.refused ? refusal(packets[0]) : withStones(game, packets);
	},
});

level.value = page.settings.level || level.value;
level.addEventListener('change', () => (page.settings.level = level.value));
