/**
 * page.js - what both pages have around their boards: language, status, sentences, the list of moves,
 * and the game's name in the address.
 */

import {otherLanguage, setLanguage, text} from './text.js';

/** @typedef {import('./board.js').Colour} Colour */

/** @param {string} id Of an element that the page has. */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Keeps a setting where the browser allows it.
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
	try {
		localStorage.setItem(name, value);
	} catch {
		// A browser that keeps nothing asks again next time.
	}
}

/** @param {string} name */
export function recall(name) {
	try {
		return localStorage.getItem(name) ?? '';
	} catch {
		return '';
	}
}

export function pidInAddress() {
	const inFragment = new URLSearchParams(location.hash.slice(1)).get('pid');
	return inFragment ?? new URLSearchParams(location.search).get('pid') ?? '';
}

/**
 * The fragment never leaves the browser, so the only key to a game is in nobody's log.
 * @param {string} pid '' for no game.
 */
export function putPidInAddress(pid) {
	if (pid === pidInAddress()) return;
	history.pushState(null, '', location.pathname + (pid && `#pid=${pid}`));
}

/**
 * Tells those who cannot see the board what has happened.
 * @param {string} sentences
 */
export function say(sentences) {
	byId('said').textContent = sentences;
}

/**
 * Shows what went wrong, or with '' that nothing does.
 * @param {string} sentence
 * @param {boolean} [retrying] Whether a person may hurry the next try.
 */
export function complain(sentence, retrying = false) {
	const element = byId('complaint');
	if (element.textContent !== sentence) element.textContent = sentence;
	byId('trynow').hidden = !retrying;
	byId('trouble').classList.toggle('shown', sentence !== '');
}

/**
 * @param {object} status
 * @param {string} status.words
 * @param {string} status.more
 * @param {Colour | ''} status.disc Whose turn it is.
 * @param {boolean} status.busy
 */
export function showStatus({words, more, disc, busy}) {
	byId('words').textContent = words;
	byId('more').textContent = more;
	byId('disc').className = `disc ${disc}`;
	byId('status').classList.toggle('busy', busy);
}

/**
 * @param {string[]} moves Names in the order in which they were played.
 */
export function showMoves(moves) {
	const list = byId('moves');
	const rows = [];
	for (let i = 0; i < moves.length; i += 2) {
		const row = document.createElement('li');
		for (const move of moves.slice(i, i + 2)) {
			const name = document.createElement('span');
			name.textContent = move;
			row.append(name, ' ');
		}
		rows.push(row);
	}
	list.replaceChildren(...rows);
	list.scrollTop = list.scrollHeight;
	byId('no-moves').hidden = moves.length > 0;
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
 * @param {object} page
 * @param {'omokTitle' | 'stonesTitle'} page.title
 * @param {() => void} page.redraw After the language has changed.
 * @param {() => void} page.onNew
 * @param {() => void} page.onPlace
 * @param {(pid: string) => void} page.onAddress The address has changed under the page.
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
		remember('language', otherLanguage());
		speak(otherLanguage());
	});
	byId('new').addEventListener('click', onNew);
	byId('place').addEventListener('click', onPlace);
	byId('trynow').addEventListener('click', () => dispatchEvent(new Event('trynow')));
	addEventListener('popstate', () => onAddress(pidInAddress()));
	speak(recall('language') || navigator.language.slice(0, 2));
}
