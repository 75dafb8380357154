/**
 * packet.js - the 32-byte packets of 3 Stones.
 *
 *   0 type, 4 bytes   4 pid, 16 bytes   20 row   21 col   22 points   23 stones   24 white   25 black
 *   26 white left     27 black left     28 detail         29 reserved, 3 bytes, zero
 *
 * A pid is written as 32 hexadecimal digits.
 *
 * @typedef {object} Packet
 * @property {number} type One of TYPE, as the server sends them.
 * @property {string} pid
 * @property {number} row 0..6, NO_SLOT where there is none.
 * @property {number} col
 * @property {number} points Scored by this stone.
 * @property {number} stones On the board after it; in GAME_START, the stone packets that follow.
 * @property {number} white Score.
 * @property {number} black
 * @property {number} whiteLeft Stones in hand.
 * @property {number} blackLeft
 * @property {number} detail
 */

export const PACKET_BYTES = 32;
export const NO_SLOT = 255;

export const TYPE = {
	requestStart: 0,
	placeStone: 1,
	resume: 2,
	start: 10,
	white: 11,
	black: 12,
	over: 13,
	refused: 14,
};

/** Details of REFUSED. */
export const REFUSED = {malformed: 2, noGame: 3, over: 7, stale: 8, noStore: 9};

const PID_AT = 4;
const PID_BYTES = 16;

// The largest value of each byte from 20 on. Row and column may be NO_SLOT as well.
/** @type {[keyof Packet, number][]} */
const FIELDS = [
	['row', 6],
	['col', 6],
	['points', 12],
	['stones', 30],
	['white', 72],
	['black', 72],
	['whiteLeft', 15],
	['blackLeft', 15],
	['detail', 255],
];
const FIELDS_AT = 20;
const RESERVED_AT = 29;

/** @param {string} pid */
export const isPid = (pid) => /^[0-9a-f]{32}$/.test(pid);

/**
 * A packet to send. Bytes that are not named stay zero.
 * @param {number} type
 * @param {string} [pid] '' for a new game.
 * @param {{row?: number, col?: number, stones?: number, detail?: number}} [fields]
 */
export function encode(type, pid = '', fields = {}) {
	const bytes = new Uint8Array(PACKET_BYTES);
	new DataView(bytes.buffer).setUint32(0, type);
	for (let i = 0; i < pid.length / 2; i++) bytes[PID_AT + i] = parseInt(pid.slice(2 * i, 2 * i + 2), 16);
	for (const [name, value] of Object.entries(fields))
		bytes[FIELDS_AT + FIELDS.findIndex(([field]) => field === name)] = value;
	return bytes;
}

/**
 * @param {Uint8Array} bytes Any.
 * @returns {Packet | null} null when no server sends such a packet.
 */
export function decode(bytes) {
	if (bytes.length !== PACKET_BYTES) return null;
	if (bytes.subarray(RESERVED_AT).some((byte) => byte !== 0)) return null;
	const type = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
	if (type < TYPE.start || type > TYPE.refused) return null;

	/** @type {Record<string, number>} */
	const values = {};
	for (const [i, [name, most]] of FIELDS.entries()) {
		values[name] = bytes[FIELDS_AT + i];
		// A refusal echoes the slot that was asked for, whatever it was.
		const free = i < 2 && (type === TYPE.refused || values[name] === NO_SLOT);
		if (values[name] > most && !free) return null;
	}
	const needsSlot = type === TYPE.white || type === TYPE.black;
	if (needsSlot && (values.row === NO_SLOT || values.col === NO_SLOT)) return null;
	const pid = Array.from(bytes.subarray(PID_AT, PID_AT + PID_BYTES), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');
	return /** @type {Packet} */ (/** @type {unknown} */ ({type, pid, ...values}));
}

/**
 * Whether an answer, whose packets have come so far, has come to its end; null when it is none.
 * @param {Packet[]} packets At least one.
 * @returns {boolean | null}
 */
export function isWhole(packets) {
	const [first] = packets;
	if (first.type === TYPE.refused) return packets.length === 1 || null;

	// After GAME_START come `stones` stones; a move is answered by one of each colour.
	const isStart = first.type === TYPE.start;
	const stones = isStart ? packets.slice(1, 1 + first.stones) : packets.slice(0, 2);
	const colours = [TYPE.white, TYPE.black];
	if (!stones.every((packet, i) => packet.type === colours[i % 2])) return null;

	const wanted = isStart ? 1 + first.stones : 2;
	const atEnd = (isStart ? first.stones : (stones[1]?.stones ?? 0)) === 30;
	if (atEnd && packets.length > wanted && packets[wanted].type !== TYPE.over) return null;
	return packets.length >= wanted + (atEnd ? 1 : 0);
}
