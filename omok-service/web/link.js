/**
 * link.js - asks the 3 Stones server over a WebSocket, and asks again until the answer is whole.
 *
 * The server seats few players at a time; the others wait, connected and without an answer. So the
 * link gives its seat back when nobody has played for a while: any later packet with the game's pid
 * goes on where it stood.
 */

import {PACKET_BYTES, REFUSED, TYPE, decode, isWhole} from './packet.js';
import {pause, waitMs} from './retry.js';

/**
 * @typedef {import('./packet.js').Packet} Packet
 * @typedef {'seat' | 'noSeat' | 'noAnswer' | 'noStore'} Sign Keys of sentences.
 */

// A person who thinks for longer lets the next one play meanwhile.
const REST_MS = 60000;

// With a seat, the slowest opponent answers within seconds.
const ANSWER_MS = 20000;

// The balancer closes a connection that waited ten minutes for its seat.
const SEAT_MS = 9.5 * 60000;

// A free seat answers sooner, and nobody needs to read that there was a wait.
const SEAT_SIGN_MS = 700;

/**
 * @param {() => Promise<string>} findUrl
 * @param {(sign: Sign | null) => void} onSign Told what is wrong, and null when it is over.
 */
export function createLink(findUrl, onSign) {
	/** @type {WebSocket | null} */
	let socket = null;
	let seated = false;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	let rest;

	function close() {
		clearTimeout(rest);
		socket?.close();
		socket = null;
		seated = false;
	}

	/**
	 * @param {string} url
	 * @returns {Promise<WebSocket>}
	 */
	function open(url) {
		return new Promise((resolve, reject) => {
			const next = new WebSocket(url, 'binary');
			next.binaryType = 'arraybuffer';
			next.onopen = () => resolve(next);
			next.onclose = () => reject(new Error('closed'));
			socket = next;
		});
	}

	/**
	 * Collects the packets of one answer. Bytes come in pieces of any length.
	 * @param {WebSocket} from
	 * @returns {Promise<Packet[]>}
	 */
	function collect(from) {
		/** @type {Packet[]} */
		const packets = [];
		/** @type {number[]} */
		let bytes = [];
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		let timer;

		return new Promise((resolve, reject) => {
			const fail = () => reject(new Error('no answer'));
			const watch = () => {
				clearTimeout(timer);
				if (seated) timer = setTimeout(fail, ANSWER_MS);
			};
			const take = (/** @type {MessageEvent} */ event) => {
				seated = true;
				watch();
				bytes.push(...new Uint8Array(event.data));
				while (bytes.length >= PACKET_BYTES) {
					const packet = decode(Uint8Array.from(bytes.slice(0, PACKET_BYTES)));
					bytes = bytes.slice(PACKET_BYTES);
					if (packet === null) return fail();
					packets.push(packet);
					const whole = isWhole(packets);
					if (whole === null) return fail();
					if (whole) return resolve(packets);
				}
			};
			watch();
			from.onmessage = take;
			from.onclose = fail;
		}).finally(() => clearTimeout(timer));
	}

	/** @param {Uint8Array<ArrayBuffer>} packet */
	async function tryOnce(packet) {
		clearTimeout(rest);
		const own = socket ?? (await open(await findUrl()));
		const timer = seated ? undefined : setTimeout(() => onSign('seat'), SEAT_SIGN_MS);
		try {
			own.send(packet);
			return await collect(own);
		} finally {
			clearTimeout(timer);
			own.onmessage = null;
			own.onclose = () => {
				if (socket === own) close();
			};
			rest = setTimeout(close, REST_MS);
		}
	}

	/**
	 * One try and what came of it: the answer, or a sign of what is wrong.
	 * @param {Uint8Array<ArrayBuffer>} packet
	 * @param {AbortSignal} signal
	 * @returns {Promise<Packet[] | Sign>}
	 */
	async function outcome(packet, signal) {
		const since = performance.now();
		try {
			const answer = await tryOnce(packet);
			const [{type, detail}] = answer;
			return type === TYPE.refused && detail === REFUSED.noStore ? 'noStore' : answer;
		} catch {
			signal.throwIfAborted();
			// Closed, silent or senseless: the next try has a connection of its own.
			const wasSeated = seated;
			close();
			return !wasSeated && performance.now() - since > SEAT_MS ? 'noSeat' : 'noAnswer';
		}
	}

	/**
	 * Sends a packet until its whole answer has come.
	 * @param {Uint8Array<ArrayBuffer>} packet One that may be sent twice.
	 * @param {AbortSignal} signal Ends it: the promise is rejected with AbortError.
	 * @returns {Promise<Packet[]>}
	 */
	async function exchange(packet, signal) {
		signal.addEventListener('abort', close);
		for (let tries = 0; ; tries++) {
			const answer = await outcome(packet, signal);
			signal.throwIfAborted();
			if (typeof answer !== 'string') {
				signal.removeEventListener('abort', close);
				onSign(null);
				return answer;
			}
			onSign(answer);
			await pause(answer === 'noSeat' ? Infinity : waitMs(tries), signal);
			signal.throwIfAborted();
		}
	}

	return {exchange, close};
}
