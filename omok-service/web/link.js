/**
 * link.js - asks the 3 Stones server over a WebSocket, and asks again until the answer is whole.
 *
 * The server seats few players at a time; the others wait, connected and without an answer. So the link
 * gives its seat back after a while without a stone: any later packet with the pid goes on with the game.
 */

import {PACKET_BYTES, REFUSED, TYPE, decode, isWhole} from './packet.js';
import {ANSWER_MS, pause, waitMs} from './retry.js';

// A person who thinks for longer lets the next one play meanwhile.
const REST_MS = 60000;

// The balancer closes a connection that waited ten minutes for its seat.
const SEAT_MS = 9.5 * 60000;

// A free seat answers sooner, and nobody needs to read that there was a wait.
const SEAT_SIGN_MS = 700;

/**
 * @param {() => Promise<string>} findUrl
 * @param {(isWaiting: boolean) => void} onSeat
 * @param {(trouble: Trouble | null) => void} onTrouble As that of `ask`.
 */
export function createLink(findUrl, onSeat, onTrouble) {
	/** @type {WebSocket | null} */
	let socket = null;
	let seated = false;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	let rest;

	function close() {
		clearTimeout(rest);
		socket?.close(1000); // without a code, websockify answers with one that is reserved
		socket = null;
		seated = false;
	}

	/** @type {(url: string) => Promise<WebSocket>} */
	const open = (url) =>
		new Promise((resolve, reject) => {
			const own = (socket = new WebSocket(url, 'binary'));
			own.binaryType = 'arraybuffer';
			own.onopen = () => resolve(own);
			own.onclose = reject;
			own.addEventListener('close', () => {
				if (socket === own) close();
			});
		});

	/**
	 * Collects the packets of one answer. Bytes come in pieces of any length.
	 * @type {(from: WebSocket) => Promise<Packet[]>}
	 */
	const collect = (from) =>
		new Promise((resolve, reject) => {
			/** @type {Packet[]} */
			const packets = [];
			/** @type {number[]} */
			let bytes = [];
			let timer = seated ? setTimeout(reject, ANSWER_MS) : undefined;
			from.onclose = reject;
			from.onmessage = ({data}) => {
				seated = true;
				clearTimeout(timer);
				timer = setTimeout(reject, ANSWER_MS);
				bytes.push(...new Uint8Array(data));
				for (; bytes.length >= PACKET_BYTES; bytes = bytes.slice(PACKET_BYTES)) {
					const packet = decode(Uint8Array.from(bytes.slice(0, PACKET_BYTES)));
					if (packet) packets.push(packet);
					const whole = packet && isWhole(packets);
					if (whole === null) reject();
					if (whole) resolve(packets);
				}
			};
		});

	/** @param {Uint8Array<ArrayBuffer>} packet */
	async function tryOnce(packet) {
		const own = socket ?? (await open(await findUrl()));
		const timer = seated ? undefined : setTimeout(onSeat, SEAT_SIGN_MS, true);
		try {
			own.send(packet);
			return await collect(own);
		} finally {
			clearTimeout(timer);
			onSeat(false);
		}
	}

	/**
	 * One try and what came of it: the answer, or what is wrong.
	 * @param {Uint8Array<ArrayBuffer>} packet
	 * @param {AbortSignal} signal
	 */
	async function outcome(packet, signal) {
		const since = performance.now();
		try {
			const answer = await tryOnce(packet);
			const [{type, detail}] = answer;
			return type === TYPE.refused && detail === REFUSED.noStore ? 'noStore' : answer;
		} catch {
			signal.throwIfAborted();
			close(); // closed, silent or senseless: the next try has a connection of its own
			return performance.now() - since > SEAT_MS ? 'noSeat' : 'noAnswer';
		}
	}

	/**
	 * Sends a packet until its whole answer has come.
	 * @param {Uint8Array<ArrayBuffer>} packet One that may be sent twice.
	 * @param {AbortSignal} signal Ends it, with AbortError.
	 * @returns {Promise<Packet[]>}
	 */
	async function exchange(packet, signal) {
		clearTimeout(rest);
		signal.addEventListener('abort', close);
		for (let tries = 0; ; tries++) {
			const answer = await outcome(packet, signal);
			signal.throwIfAborted();
			if (typeof answer !== 'string') {
				signal.removeEventListener('abort', close);
				rest = setTimeout(close, REST_MS);
				if (tries > 0) onTrouble(null);
				return answer;
			}
			onTrouble(answer);
			await pause(answer === 'noSeat' ? Infinity : waitMs(tries), signal);
		}
	}

	return {exchange, close};
}
