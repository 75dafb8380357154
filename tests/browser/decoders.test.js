/**
 * decoders.test.js - what the pages take from a server, and what they do not.
 */

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {decodeGame, decodeInfo, decodeNew, decodePlay} from '../../omok-service/web/answers.js';
import {TYPE, decode, encode, isPid, isWhole} from '../../omok-service/web/packet.js';
import {LINES, hasSlot, objection, scoredBy} from '../../omok-service/web/rules.js';

const STONE = {x: 4, y: 5, isWin: false, isDraw: false, row: []};
const GAME = {response: true, pid: '1', strategy: 'Smart', over: false, winner: null, row: [], moves: [1, 2]};

test('answers of omok-service are decoded', () => {
	assert.deepEqual(decodeInfo({size: 15, strategies: ['Smart']}), ['Smart']);
	assert.deepEqual(decodeNew({response: true, pid: '5a'}), {pid: '5a'});
	assert.deepEqual(decodeNew({response: false, reason: 'no'}), {reason: 'no'});
	const at = {at: {x: 4, y: 5}, line: [], isWin: false, isDraw: false};
	assert.deepEqual(decodePlay({response: true, ack_move: STONE, move: STONE}), {ack: at, move: at});
	assert.deepEqual(decodePlay({response: true, ack_move: STONE}), {ack: at, move: null});
	const game = {strategy: 'Smart', moves: [{x: 1, y: 2}], line: [], winner: 'null'};
	assert.deepEqual(decodeGame(GAME), game);
});

for (const [name, decoder, value] of /** @type {[string, (value: unknown) => unknown, unknown][]} */ ([
	['info of null', decodeInfo, null],
	['info without strategies', decodeInfo, {size: 15}],
	['info of none', decodeInfo, {strategies: []}],
	['new of text', decodeNew, 'pid'],
	['new with a number', decodeNew, {response: true, pid: 5}],
	['a reason that is none', decodeNew, {response: false, reason: 5}],
	['play of an array', decodePlay, []],
	['play without ack_move', decodePlay, {response: true, move: STONE}],
	['play with a null move', decodePlay, {response: true, ack_move: STONE, move: null}],
	['play off the board', decodePlay, {response: true, ack_move: {...STONE, x: 15}}],
	['play between points', decodePlay, {response: true, ack_move: {...STONE, y: 0.5}}],
	['play with half a point in the row', decodePlay, {response: true, ack_move: {...STONE, row: [1]}}],
	['a game with text for moves', decodeGame, {...GAME, moves: '12'}],
	['a game with a stone off the board', decodeGame, {...GAME, moves: [-1, 2]}],
	['a game without a row', decodeGame, {...GAME, row: undefined}],
]))
	test(`refused: ${name}`, () => assert.equal(decoder(value), null));

const PID = '0123456789abcdef0123456789abcdef';

test('a packet is laid out as the protocol says', () => {
	const hex = Buffer.from(encode(TYPE.place, PID, {row: 2, col: 3, stones: 4})).toString('hex');
	assert.equal(hex, `00000001${PID}02030004${'00'.repeat(8)}`);
	assert.equal(Buffer.from(encode(TYPE.ask)).toString('hex'), '00'.repeat(32));
	const bytes = encode(TYPE.white, PID, {row: 2, col: 3, points: 1, stones: 5, white: 1, black: 2});
	assert.deepEqual(decode(bytes), {
		type: TYPE.white,
		pid: PID,
		row: 2,
		col: 3,
		points: 1,
		stones: 5,
		white: 1,
		black: 2,
		whiteLeft: 0,
		blackLeft: 0,
		detail: 0,
	});
	assert.ok(isPid(PID) && !isPid(PID.slice(1)) && !isPid(PID.toUpperCase()));
});

for (const [name, bytes] of /** @type {[string, Uint8Array][]} */ ([
	['31 bytes', new Uint8Array(31)],
	['33 bytes', new Uint8Array(33)],
	['a request', encode(TYPE.place, PID)],
	['an unknown type', encode(15)],
	['a type in another byte', Uint8Array.from(encode(TYPE.start), (byte, i) => (i === 0 ? 1 : byte))],
	['a reserved byte', Uint8Array.from(encode(TYPE.start), (byte, i) => (i === 31 ? 1 : byte))],
	['a stone nowhere', encode(TYPE.white, PID, {row: 255, col: 255})],
	['a stone off the board', encode(TYPE.black, PID, {row: 7})],
	['too many stones', encode(TYPE.start, PID, {stones: 31})],
	['too many points', encode(TYPE.white, PID, {points: 13})],
]))
	test(`no packet: ${name}`, () => assert.equal(decode(bytes), null));

test('any 32 bytes decode to a packet that encodes to the same, or to nothing', () => {
	let seed = 1;
	const random = (/** @type {number} */ n) => (seed = (seed * 48271) % 2147483647) % n;
	let taken = 0;
	for (let round = 0; round < 20000; round++) {
		const bytes = encode(TYPE.start + random(5), PID, {row: random(9), col: random(7), points: random(14)});
		bytes[20 + random(12)] = random(3) ? 0 : random(256);
		const packet = decode(bytes);
		if (packet === null) continue;
		taken++;
		const {type, pid, ...values} = packet;
		assert.deepEqual(encode(type, pid, values), bytes);
	}
	assert.ok(taken > 1000 && taken < 20000, `${taken} taken`);
});

/**
 * @param {number[]} types
 * @param {number} stones In the first packet.
 */
const answer = (types, stones) =>
	types.map((type) => /** @type {Packet} */ (decode(encode(type, PID, {stones}))));

for (const [name, types, stones, whole] of /** @type {[string, number[], number, boolean | null][]} */ ([
	['a new game', [TYPE.start], 0, true],
	['a game of two stones', [TYPE.start, TYPE.white, TYPE.black], 2, true],
	['half of it', [TYPE.start, TYPE.white], 2, false],
	['a move', [TYPE.white, TYPE.black], 1, true],
	['the first half', [TYPE.white], 1, false],
	['the last move', [TYPE.white, TYPE.black, TYPE.over], 29, true],
	['the last move without its end', [TYPE.white, TYPE.black], 29, false],
	['a refusal', [TYPE.refused], 0, true],
	['black first', [TYPE.black], 1, null],
	['white twice', [TYPE.white, TYPE.white], 1, null],
	['an end too early', [TYPE.white, TYPE.black, TYPE.over], 3, null],
	['more after a refusal', [TYPE.refused, TYPE.start], 0, null],
]))
	test(`an answer: ${name}`, () => assert.equal(isWhole(answer(types, stones)), whole));

test('the board of 3 Stones has 36 slots and 72 lines', () => {
	const slots = Array.from({length: 49}, (_, i) => i).filter((i) => hasSlot(i % 7, Math.floor(i / 7)));
	assert.equal(slots.length, 36);
	assert.equal(LINES.length, 72);
	const turned = (/** @type {[number, number]} */ [dx, dy]) =>
		LINES.filter(([a, b]) => b.x - a.x === dx && b.y - a.y === dy).length;
	assert.deepEqual([turned([1, 0]), turned([0, 1]), turned([1, 1]), turned([1, -1])], [20, 20, 16, 16]);
});

/**
 * @param {'white' | 'black'} colour
 * @param {[number, number][]} at
 * @returns {Stone[]}
 */
const stonesAt = (colour, ...at) => at.map(([x, y]) => ({x, y, colour}));

test('a stone scores every line that it completes', () => {
	const four = stonesAt('white', [1, 2], [2, 2], [4, 2], [5, 2], [3, 2]);
	assert.equal(scoredBy(four, 4).length, 3); // XX_XX
	assert.equal(scoredBy(four, 3).length, 0);
	const mixed = [...stonesAt('white', [1, 2], [2, 2]), ...stonesAt('black', [3, 2])];
	assert.equal(scoredBy(mixed, 2).length, 0);
});

test('a stone goes into the row or column of the last, across the hole, or anywhere when both are full', () => {
	assert.equal(objection([], {x: 0, y: 2}), null);
	const one = stonesAt('white', [2, 3]);
	assert.equal(objection(one, {x: 2, y: 3}), 'occupied');
	assert.equal(objection(one, {x: 4, y: 3}), null);
	assert.equal(objection(one, {x: 3, y: 2}), 'offLine');
	/** @type {[number, number][]} */
	const cross = [[3, 0], [2, 0], [4, 0], [3, 1], [3, 2], [3, 4], [3, 5], [3, 6]]; // prettier-ignore
	const full = stonesAt('white', ...cross.slice(1), cross[0]);
	assert.equal(objection(full, {x: 0, y: 2}), null);
	assert.equal(objection(full.slice(1), {x: 0, y: 2}), 'offLine');
});
