/**
 * packet.js - the 32-byte packets of 3 Stones.
 *
 *   0 type, 4 bytes   4 pid, 16 bytes   20 row   21 col   22 points   23 stones   24 white   25 black
 *   26 white left     27 black left     28 detail         29 reserved, 3 bytes, zero
 */

export const PACKET_BYTES = 32;
const NO_SLOT = 255;

export const TYPE = {ask: 0, place: 1, resume: 2, start: 10, white: 11, black: 12, over: 13, refused: 14};

/** Details of REFUSED. */
export const REFUSED = {malformed: 2, noGame: 3, over: 7, noStore: 9};

const [PID_AT, FIELDS_AT, RESERVED_AT] = [4, 20, 29];

// The bytes from FIELDS_AT on, and the largest value of each.
/** @type {Record<string, number>} */
const FIELDS = {
	row: 6,
	col: 6,
	points: 12,
	stones: 30,
	white: 72,
	black: 72,
	whiteLeft: 15,
	blackLeft: 15,
	detail: 255,
};

/** @param {string} pid */
export const isPid = (pid) => /^[0-9a-f]{32}$/.test(pid);

/**
 * A packet to send. Bytes that are not named stay zero.
 * @param {number} type
 * @param {string} [pid] '' for a new game.
 * @param {Record<string, number>} [values]
 */
export function encode(type, pid = '', values = {}) {
	const bytes = new Uint8Array(PACKET_BYTES);
	bytes[3] = type;
	for (let i = 0; i < pid.length; i += 2) bytes[PID_AT + i / 2] = parseInt(pid.slice(i, i + 2), 16);
	for (const [name, value] of Object.entries(values))
		bytes[FIELDS_AT + Object.keys(FIELDS).indexOf(name)] = value;
	return bytes;
}

/**
 * @param {Uint8Array} bytes Any.
 * @returns {Packet | null} null when no server sends such a packet.
 */
export function decode(bytes) {
	const mustBeZero = [...bytes.subarray(0, 3), ...bytes.subarray(RESERVED_AT)];
	if (bytes.length !== PACKET_BYTES || mustBeZero.some((byte) => byte !== 0)) return null;
	const type = bytes[3];
	if (type < TYPE.start || type > TYPE.refused) return null;

	// A refusal echoes the slot that was asked for, whatever it was; a stone lies on one.
	const noSlot = type === TYPE.white || type === TYPE.black ? FIELDS.row : NO_SLOT;
	/** @type {Record<string, number>} */
	const values = {};
	for (const [i, [name, most]] of Object.entries(FIELDS).entries()) {
		const value = (values[name] = bytes[FIELDS_AT + i]);
		if (value > (i < 2 ? noSlot : most)) return null;
	}
	const hex = Array.from(bytes.subarray(PID_AT, FIELDS_AT), (byte) => byte.toString(16).padStart(2, '0'));
	return /** @type {Packet} */ (/** @type {unknown} */ ({type, pid: hex.join(''), ...values}));
}

/**
 * Whether the packets that have come are a whole answer; null when they are the beginning of none.
 * @param {Packet[]} packets At least one.
 * @returns {boolean | null}
 */
export function isWhole(packets) {
	const [{type, stones}] = packets;
	if (type === TYPE.refused) return packets.length === 1 || null;

	// GAME_START announces its stones; a move is answered by two. GAME_OVER follows the 30th.
	const isStart = type === TYPE.start;
	const types = Array.from({length: isStart ? stones : 2}, (_, i) => (i % 2 ? TYPE.black : TYPE.white));
	if (isStart) types.unshift(TYPE.start);
	if ((isStart ? stones : stones + 1) === FIELDS.stones) types.push(TYPE.over);
	if (packets.some((packet, i) => packet.type !== types[i])) return null;
	return packets.length === types.length;
}
