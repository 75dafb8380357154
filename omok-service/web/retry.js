/**
 * retry.js - asks until an answer comes.
 *
 * Whoever calls makes sure that asking twice is as good as asking once: moves carry a key and the
 * number of stones they were made on.
 */

// Short at first, for a replica that is being replaced; then easy on a server that stays away.
const WAITS_MS = [250, 500, 1000, 2000, 4000];

// The slowest opponent thinks for a few seconds; three times that is no answer.
const ANSWER_MS = 20000;

/** @param {number} tries So far, from 0. */
export const waitMs = (tries) => WAITS_MS[Math.min(tries, WAITS_MS.length - 1)];

/**
 * Waits before the next try; less when the network is back or a person asks for it (`trynow`).
 * @param {number} ms Infinity waits for one of these alone.
 * @param {AbortSignal} signal Ends the waiting too.
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			removeEventListener('online', done);
			removeEventListener('trynow', done);
			signal.removeEventListener('abort', done);
			resolve();
		};
		const timer = ms < Infinity ? setTimeout(done, ms) : undefined;
		addEventListener('online', done);
		addEventListener('trynow', done);
		signal.addEventListener('abort', done);
	});
}

/**
 * @typedef {'noAnswer' | 'noStore'} Trouble Keys of sentences.
 *
 * @typedef {object} Asking
 * @property {AbortSignal} signal Ends the asking: the promise is rejected with AbortError.
 * @property {(trouble: Trouble | null) => void} onTrouble Told after each try that failed, and null
 *     when an answer came after all.
 * @property {string} [key] Makes the request one and the same however often it is sent.
 */

/**
 * One try.
 * @param {string} url
 * @param {Asking} asking
 * @returns {Promise<{status: number, body: unknown}>}
 */
async function tryOnce(url, {signal, key}) {
	const one = new AbortController();
	const stop = () => one.abort();
	const timer = setTimeout(stop, ANSWER_MS);
	signal.addEventListener('abort', stop);
	try {
		/** @type {Record<string, string>} */
		const headers = key ? {'Idempotency-Key': key} : {};
		const answer = await fetch(url, {headers, cache: 'no-store', signal: one.signal});
		return {status: answer.status, body: await answer.json()};
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', stop);
	}
}

/**
 * Fetches JSON until it comes with status 200 and the decoder takes it.
 * @template T
 * @param {string} url
 * @param {(body: unknown) => T | null} decode null when it is not such an answer.
 * @param {Asking} asking
 * @returns {Promise<T>}
 */
export async function ask(url, decode, asking) {
	for (let tries = 0; ; tries++) {
		/** @type {Trouble} */
		let trouble = 'noAnswer';
		try {
			const {status, body} = await tryOnce(url, asking);
			const value = status === 200 ? decode(body) : null;
			if (value !== null) {
				if (tries > 0) asking.onTrouble(null);
				return value;
			}
			if (status === 503) trouble = 'noStore';
		} catch {
			// No connection, a time-out, or no JSON: all of them mean that there was no answer.
		}
		asking.signal.throwIfAborted();
		asking.onTrouble(trouble);
		await pause(waitMs(tries), asking.signal);
		asking.signal.throwIfAborted();
	}
}
