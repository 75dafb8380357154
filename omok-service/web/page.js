/**
 * page.js - what both pages have around their boards: language, status, sentences, the list of moves, and
 * the game's name in the address.
 */

import {otherLanguage, setLanguage, text} from './text.js';

/** @param {string} id Of an element that the page has. */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @returns {Record<string, string>} What a browser that keeps nothing forgets when the page goes. */
function openSettings() {
	try {
		return localStorage;
	} catch {
		return {};
	}
}

export const settings = openSettings();

export function pidInAddress() {
	const inFragment = new URLSearchParams(location.hash.slice(1)).get('pid');
	return inFragment ?? new URLSearchParams(location.search).get('pid') ?? '';
}

/**
 * A fragment never leaves the browser, so the only key to a game is in nobody's log.
 * @param {string} pid '' for no game.
 */
export function putPidInAddress(pid) {
	if (pid !== pidInAddress()) history.pushState(null, '', location.pathname + (pid && `#pid=${pid}`));
}

/**
 * Shows what went wrong, or with '' that nothing does.
 * @param {string} sentence
 * @param {boolean} [isRetrying] Whether a person may hurry the next try.
 */
export function complain(sentence, isRetrying = false) {
	const complaint = byId('complaint');
	if (complaint.textContent !== sentence) complaint.textContent = sentence;
	byId('trynow').hidden = !isRetrying;
	byId('trouble').classList.toggle('shown', sentence !== '');
}

/** @param {Trouble | null} trouble */
export function showTrouble(trouble) {
	complain(trouble ? text(trouble) : '', trouble !== null);
}

/** @param {{words: string, more: string, disc: Colour | '', isBusy: boolean}} status */
export function showStatus({words, more, disc, isBusy}) {
	byId('words').textContent = words;
	byId('more').textContent = more;
	byId('disc').className = `disc ${disc}`;
	byId('status').classList.toggle('busy', isBusy);
}

/** @param {string[]} moves Names in the order in which they were played. */
export function showMoves(moves) {
	const list = byId('moves');
	list.replaceChildren();
	for (const [i, move] of moves.entries()) {
		if (i % 2 === 0) list.append(document.createElement('li'));
		const name = document.createElement('span');
		name.textContent = move;
		list.lastElementChild?.append(name, ' ');
	}
	list.scrollTop = list.scrollHeight;
}

/** Whether a finger may well miss a point. */
export const isSmall = () => matchMedia('(pointer: coarse), (max-width: 40rem)').matches;

/**
 * The button that confirms what a tap has selected.
 * @param {string | null} name Of the point.
 */
export function showPlace(name) {
	const button = /** @type {HTMLButtonElement} */ (byId('place'));
	button.disabled = name === null;
	button.textContent = name === null ? text('pick') : text('place', name);
}

/**
 * Wires what both pages have.
 * @param {Controls} controls
 */
export function startPage({title, redraw, onNew, onPlace, onAddress}) {
	/** @param {string} language */
	const speak = (language) => {
		setLanguage(language);
		byId('language').lang = otherLanguage();
		document.title = text(title);
		showPlace(null);
		redraw();
	};
	byId('language').addEventListener('click', () => {
		settings.language = otherLanguage();
		speak(settings.language);
	});
	byId('new').addEventListener('click', onNew);
	byId('place').addEventListener('click', onPlace);
	byId('trynow').addEventListener('click', () => dispatchEvent(new Event('trynow')));
	addEventListener('popstate', () => onAddress(pidInAddress()));
	speak(settings.language || navigator.language.slice(0, 2));
}
