/**
 * retry.js - asks until an answer comes.
 *
 * Whoever calls makes sure that asking twice is as good as asking once: moves carry a key and the number
 * of stones they were made on.
 */

// Short at first, for a replica that is being replaced; then easy on a server that stays away.
const WAITS_MS = [250, 500, 1000, 2000, 4000];

// The slowest opponent thinks for a few seconds; several times that is no answer.
export const ANSWER_MS = 20000;

/** @param {number} tries So far, from 0. */
export const waitMs = (tries) => WAITS_MS[Math.min(tries, WAITS_MS.length - 1)];

/**
 * Waits before the next try; less when the network is back or a person asks for it (`trynow`).
 * @param {number} ms Infinity waits for one of these alone.
 * @param {AbortSignal} signal Ends it, with AbortError.
 */
export async function pause(ms, signal) {
	await new Promise((resolve) => {
		if (ms < Infinity) setTimeout(resolve, ms);
		addEventListener('online', resolve, {once: true});
		addEventListener('trynow', resolve, {once: true});
		signal.addEventListener('abort', resolve);
	});
	signal.throwIfAborted();
}

/**
 * One try. It fails without a connection, after a time-out, and when the answer is no JSON.
 * @param {string} url
 * @param {AbortSignal} signal
 * @param {HeadersInit} headers
 */
async function tryOnce(url, signal, headers) {
	const either = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
	const answer = await fetch(url, {headers, cache: 'no-store', signal: either});
	return {status: answer.status, body: /** @type {unknown} */ (await answer.json())};
}

/**
 * Fetches JSON until it comes with status 200 and the decoder takes it.
 * @template T
 * @param {string} url
 * @param {(body: unknown) => T | null} decode null when it is not such an answer.
 * @param {AbortSignal} signal Ends it, with AbortError.
 * @param {(trouble: Trouble | null) => void} onTrouble After each failure; null when all is well again.
 * @param {HeadersInit} [headers]
 * @returns {Promise<T>}
 */
export async function ask(url, decode, signal, onTrouble, headers = {}) {
	for (let tries = 0; ; tries++) {
		const answer = await tryOnce(url, signal, headers).catch(() => null);
		const value = answer?.status === 200 ? decode(answer.body) : null;
		signal.throwIfAborted();
		if (value !== null) {
			if (tries > 0) onTrouble(null);
			return value;
		}
		onTrouble(answer?.status === 503 ? 'noStore' : 'noAnswer');
		await pause(waitMs(tries), signal);
	}
}
