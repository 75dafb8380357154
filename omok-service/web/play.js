/**
 * play.js - one game, at most one stone on its way, and the address that names the game.
 *
 * The server keeps the game. The page keeps what the server has said last; a stone on its way is sent
 * until its answer comes, so the worst that a lost answer costs is time.
 */

import {createBoard} from './board.js';
import * as page from './page.js';
import {text} from './text.js';

/** @param {Rules} rules */
export function createPlay(rules) {
	let game = rules.blank;
	/** @type {Point | null} */
	let placing = null;
	let loading = false;
	let waiting = false; // for a seat
	let run = new AbortController();

	const board = createBoard(page.byId('board'), rules.shape, {
		mustConfirm: page.isSmall,
		onPlay: (at) => settle(place(at)),
		onSelect: (at) => page.showPlace(at && rules.nameOf(at)),
	});

	/** @param {Point} at */
	const isPlayable = (at) => rules.objection(game.stones, at) === null;

	const isMine = () => !placing && !loading && !game.outcome;

	const opponent = () => game.opponent || rules.opponent();

	/** @type {View['label']} */
	function label(at, stone) {
		const name = rules.nameOf(at);
		if (!stone) return text(rules.hints && isMine() && isPlayable(at) ? 'playable' : 'empty', name);
		const last = game.stones.at(-1);
		return text(last?.x === at.x && last.y === at.y ? 'last' : 'stone', name, text(stone.colour));
	}

	function statusWords() {
		if (waiting) return text('seat');
		if (loading) return text('loading');
		if (placing) return text('thinking', opponent());
		return text(game.outcome ?? 'yourTurn', opponent());
	}

	/** Sentences about the last stones, for those who cannot see the board. */
	function news() {
		const told = game.stones.slice(game.stones.length % 2 ? -1 : -2);
		const sentences = told.map((stone) => {
			const who = stone.colour === rules.colour ? text('you') : opponent();
			return text(stone.points ? 'scored' : 'played', who, rules.nameOf(stone), stone.points ?? 0);
		});
		return [...sentences, rules.showScores(game), statusWords()].join(' ');
	}

	function redraw() {
		const {colour} = rules;
		const stones = placing ? [...game.stones, {...placing, colour}] : game.stones;
		board.show({
			stones,
			next: isMine() ? colour : null,
			hints: rules.hints && stones.length > 0,
			lines: game.lines,
			badges: placing ? [] : game.stones.slice(-2).filter(({points}) => points),
			isPlayable,
			label,
		});
		rules.showScores(game);
		page.showMoves(game.stones.map((at) => rules.nameOf(at) + (at.points ? ` +${at.points}` : '')));
		const theirs = colour === 'black' ? 'white' : 'black';
		page.showStatus({
			words: statusWords(),
			more: rules.more(opponent()),
			disc: isMine() ? colour : placing ? theirs : '',
			isBusy: waiting || loading || placing !== null,
		});
	}

	/** Ends what is going on, and something else begins. */
	function begin() {
		run.abort();
		run = new AbortController();
		placing = null;
		waiting = false;
		page.complain('');
		return run.signal;
	}

	/** @param {Game} next */
	function become(next) {
		game = next;
		placing = null;
		loading = false;
		waiting = false;
		page.putPidInAddress(game.pid);
		redraw();
	}

	/**
	 * Says why, and shows the game as the server has it.
	 * @param {Refusal} refusal
	 * @param {AbortSignal} signal
	 */
	async function refuse({sentence}, signal) {
		const next = game.pid && (await rules.load(game.pid, signal));
		become(next || rules.blank);
		page.complain(sentence);
	}

	/** @param {string} pid '' for an empty board. */
	async function load(pid) {
		const signal = begin();
		loading = pid !== '';
		redraw();
		const next = loading ? await rules.load(pid, signal) : rules.blank;
		become(next ?? rules.blank);
		if (next === null) page.complain(text('unknownGame'));
	}

	/** @param {Point} at */
	async function place(at) {
		const isWaiting = placing !== null || loading;
		const no = isWaiting ? 'notYourTurn' : game.outcome ? 'gameOver' : rules.objection(game.stones, at);
		if (no) return page.complain(text(no, rules.nameOf(at)));
		const signal = begin();
		placing = at;
		redraw();
		if (game.pid === '') {
			const started = await rules.start(signal);
			if ('sentence' in started) return refuse(started, signal);
			game = started;
			page.putPidInAddress(game.pid);
		}
		const next = await rules.play(game, at, signal);
		if ('sentence' in next) return refuse(next, signal);
		become(next);
		page.complain('');
		page.byId('said').textContent = news();
	}

	/**
	 * Awaits what a new game, or another address, may have ended.
	 * @param {Promise<void>} work
	 */
	async function settle(work) {
		try {
			await work;
		} catch (error) {
			if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
		}
	}

	page.startPage({
		title: rules.title,
		redraw,
		onNew: () => settle(load('')),
		onPlace: board.playSelected,
		onAddress(pid) {
			if (pid !== game.pid) settle(load(pid));
		},
	});
	settle(load(page.pidInAddress()));

	return {
		redraw,
		/** @param {boolean} isWaiting For a seat. */
		onSeat(isWaiting) {
			waiting = isWaiting;
			redraw();
		},
	};
}
