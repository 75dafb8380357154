/**
 * omok.test.js - whole games of omok in a browser, and what happens when answers get lost.
 */

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {PHONE, cell, complaint, play, settled, startBrowser, stonesOn, withPage, words} from './browser.js';
import {startServices} from './services.js';

/** @typedef {import('./browser.js').Page} Page */

const SIZE = 15;

/** @type {Awaited<ReturnType<typeof startServices>>} */
let services;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
	[services, browser] = await Promise.all([startServices(), startBrowser()]);
});
after(async () => {
	await browser?.close();
	await services?.close();
});

/**
 * What the server says of the game in the address of a page.
 * @param {Page} page
 */
async function gameOf(page) {
	const pid = new URL(page.url()).hash.replace('#pid=', '');
	const answer = await fetch(`${services.url}game?pid=${pid}`);
	return /** @type {Promise<{turn: number, over: boolean, winner: string, row: number[]}>} */ (answer.json());
}

/** All rows of five points. */
function* fives() {
	for (const [dx, dy] of [
		[1, 0],
		[0, 1],
		[1, 1],
		[1, -1],
	])
		// prettier-ignore
		for (let y = 0; y < SIZE; y++)
			for (let x = 0; x < SIZE; x++) {
				const row = [0, 1, 2, 3, 4].map((n) => ({x: x + n * dx, y: y + n * dy}));
				if (row.every((at) => at.x < SIZE && at.y >= 0 && at.y < SIZE)) yield row;
			}
}

/**
 * A point of the row that is furthest on the way to five.
 * @param {{x: number, y: number, colour: string}[]} stones
 */
function attack(stones) {
	const colourAt = (/** @type {{x: number, y: number}} */ at) =>
		stones.find(({x, y}) => x === at.x && y === at.y)?.colour;
	let [best, most] = [{x: 7, y: 7}, 0];
	for (const row of fives()) {
		const colours = row.map(colourAt);
		const own = colours.filter((colour) => colour === 'black').length;
		if (colours.includes('white') || own <= most) continue;
		[best, most] = [row[colours.indexOf(undefined)], own];
	}
	return best;
}

/**
 * Plays until the game is over.
 * @param {Page} page
 * @param {(stones: {x: number, y: number, colour: string}[]) => {x: number, y: number}} choose
 */
async function playToTheEnd(page, choose) {
	for (let turn = 0; turn < 100; turn++) {
		await play(page, choose(await stonesOn(page)));
		if ((await words(page)) !== 'Your turn') return;
	}
	assert.fail('the game has no end');
}

test('a whole game is won against Random, and the row is drawn', async () => {
	await withPage(browser, {url: services.url}, async (page) => {
		await page.locator('#opponent option', {hasText: 'Random'}).waitFor({state: 'attached'});
		await page.locator('#opponent').selectOption('Random');
		assert.equal(await page.locator('#more').innerText(), 'You play black against Random');
		await playToTheEnd(page, attack);
		assert.equal(await words(page), 'You won');
		assert.equal(await page.locator('.lines path.black').count(), 1);
		assert.match(await page.locator('#said').innerText(), /^You: [A-O]\d+\. You won$/);
		const game = await gameOf(page);
		assert.equal(game.winner, 'player');
		assert.equal(game.turn, (await stonesOn(page)).length);
		assert.equal(await page.locator('#moves span').count(), game.turn);

		await page.locator('[data-at="0,0"]').click();
		await page.locator('[data-at="14,14"]').click();
		assert.match(await complaint(page), /This game is over/);

		await page.getByRole('button', {name: 'New game'}).click();
		assert.equal(await words(page), 'Your turn');
		assert.equal((await stonesOn(page)).length, 0);
		assert.equal(new URL(page.url()).hash, '');
	});
});

test('a whole game is lost to Smart, and going back shows the end again', async () => {
	await withPage(browser, {url: services.url}, async (page) => {
		// Stones on the rim, two apart, threaten nothing.
		const far = (/** @type {{x: number, y: number}[]} */ stones) => {
			const taken = new Set(stones.map(({x, y}) => `${x},${y}`));
			for (let i = 0; ; i++) {
				const at = {x: (i * 4) % SIZE, y: i % 2 ? SIZE - 1 : 0};
				if (i > 60) at.y = 1 + (i % 13);
				if (!taken.has(`${at.x},${at.y}`)) return at;
			}
		};
		await playToTheEnd(page, far);
		assert.equal(await words(page), 'Smart won');
		assert.equal(await page.locator('.lines path.white').count(), 1);
		assert.equal((await gameOf(page)).winner, 'computer');

		await page.getByRole('button', {name: 'New game'}).click();
		assert.equal(await words(page), 'Your turn');
		await page.goBack();
		await settled(page);
		assert.equal(await words(page), 'Smart won');
		assert.equal(await page.locator('.lines path').count(), 1);
	});
});

test('a reload brings the game back, with its opponent', async () => {
	await withPage(browser, {url: services.url}, async (page) => {
		await page.locator('#opponent option', {hasText: 'Random'}).waitFor({state: 'attached'});
		await page.locator('#opponent').selectOption('Random');
		await play(page, {x: 7, y: 7});
		await play(page, await attackPoint(page));
		const stones = await stonesOn(page);
		await page.reload();
		await page.locator('.last').waitFor();
		assert.deepEqual(await stonesOn(page), stones);
		assert.equal(await page.locator('#more').innerText(), 'You play black against Random');
		await play(page, await attackPoint(page));
		assert.equal((await gameOf(page)).turn, 6);
	});
});

/** @param {Page} page */
const attackPoint = async (page) => attack(await stonesOn(page));

test('an address with ?pid= shows the game too, and an unknown one says so', async () => {
	const made = await fetch(`${services.url}new?strategy=Smart`);
	const {pid} = /** @type {{pid: string}} */ (await made.json());
	await fetch(`${services.url}play?pid=${pid}&x=3&y=4`);
	await withPage(browser, {url: `${services.url}?pid=${pid}`}, async (page) => {
		await page.locator('.last').waitFor();
		assert.equal((await stonesOn(page)).length, 2);
		assert.equal(await cell(page, 'D11').getAttribute('aria-label'), 'D11, black');
	});
	await withPage(browser, {url: `${services.url}#pid=0123`}, async (page) => {
		await page.locator('#trouble.shown').waitFor();
		assert.match(await complaint(page), /not kept any more/);
		await play(page, {x: 7, y: 7});
		assert.equal((await stonesOn(page)).length, 2);
		assert.equal(await complaint(page), '');
	});
});

test('a lost answer is asked for again, and the stone is played once', async () => {
	let lost = 0;
	/** @type {(string | undefined)[]} */
	const keys = [];
	const prepare = async (/** @type {Page} */ page) => {
		await page.route('**/play?*', async (route) => {
			keys.push(route.request().headers()['idempotency-key']);
			await route.fetch(); // the server plays
			if (lost++ < 2) await route.abort('connectionreset');
			else await route.continue();
		});
	};
	await withPage(browser, {url: services.url, outage: true, prepare}, async (page) => {
		await play(page, {x: 7, y: 7});
		assert.equal(lost, 3);
		assert.equal(new Set(keys).size, 1);
		assert.ok(keys[0]);
		assert.equal((await gameOf(page)).turn, 2);
		assert.equal((await stonesOn(page)).length, 2);
		assert.equal(await complaint(page), '');
	});
});

test('a server that is stopped and started in mid-game costs time only', async () => {
	await withPage(browser, {url: services.url, outage: true}, async (page) => {
		await play(page, {x: 7, y: 7});
		await services.omok.stop();
		await page.locator('[data-at="0,0"]').click();
		await page.getByRole('button', {name: 'Try now'}).waitFor();
		assert.match(await complaint(page), /No answer from the server/);
		assert.equal(await words(page), 'Smart is thinking');
		await page.locator('[data-at="0,14"]').click({force: true});
		assert.match(await complaint(page), /still thinking/);

		await services.omok.start();
		await settled(page);
		assert.equal(await complaint(page), '');
		assert.equal((await gameOf(page)).turn, 4);
		assert.equal((await stonesOn(page)).length, 4);
	});
});

test('a game that went on in another window is shown as it stands', async () => {
	await withPage(browser, {url: services.url}, async (page) => {
		await play(page, {x: 7, y: 7});
		const pid = new URL(page.url()).hash.replace('#pid=', '');
		await fetch(`${services.url}play?pid=${pid}&x=0&y=0`);
		await play(page, {x: 14, y: 0});
		assert.match(await complaint(page), /went on somewhere else/);
		assert.equal((await stonesOn(page)).length, 4);
		await play(page, {x: 14, y: 0});
		assert.equal((await stonesOn(page)).length, 6);
	});
});

test('the pointer previews a stone, and a taken point is refused in a sentence', async () => {
	await withPage(browser, {url: services.url}, async (page) => {
		await page.locator('[data-at="7,7"]').hover();
		assert.equal(await page.locator('.ghost .stone').count(), 1);
		await play(page, {x: 7, y: 7});
		await page.locator('[data-at="7,7"]').hover();
		assert.equal(await page.locator('.ghost .stone').count(), 0);
		await page.locator('[data-at="7,7"]').click();
		assert.equal(await complaint(page), 'There is a stone at H8 already.');
		assert.equal(await page.locator('.last.white').count(), 1);
	});
});

test('on a phone a tap selects and a button places', async () => {
	await withPage(browser, {url: services.url, device: PHONE}, async (page) => {
		const place = page.locator('#place');
		assert.ok(await place.isDisabled());
		await page.locator('[data-at="7,7"]').tap();
		assert.equal(await place.innerText(), 'Place at H8');
		await page.locator('[data-at="6,7"]').tap();
		assert.equal(await place.innerText(), 'Place at G8');
		assert.equal((await stonesOn(page)).length, 0);
		await place.tap();
		await settled(page);
		assert.equal((await stonesOn(page)).length, 2);
		assert.ok(await place.isDisabled());

		const free = (await stonesOn(page)).some(({x, y}) => x === 0 && y === 0) ? '14,14' : '0,0';
		await page.locator(`[data-at="${free}"]`).tap();
		await page.locator(`[data-at="${free}"]`).tap(); // the same point again places too
		await settled(page);
		assert.equal((await stonesOn(page)).length, 4);
		const {width, wide} = await page.evaluate(() => ({
			width: document.documentElement.clientWidth,
			wide: document.documentElement.scrollWidth,
		}));
		assert.ok(wide <= width, `the page is ${wide} wide in a window of ${width}`);
	});
});

test('the keyboard alone plays', async () => {
	await withPage(browser, {url: services.url}, async (page) => {
		const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
		for (let tabs = 0; tabs < 10 && (await focused()) !== 'H8, empty'; tabs++)
			await page.keyboard.press('Tab');
		assert.equal(await focused(), 'H8, empty');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('ArrowUp');
		assert.equal(await focused(), 'I9, empty');
		await page.keyboard.press('Enter');
		await settled(page);
		assert.equal(await focused(), 'I9, black');
		assert.match(await page.locator('#said').innerText(), /^You: I9\. Smart: [A-O]\d+\. Your turn$/);
		for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowLeft');
		assert.match(String(await focused()), /^A9,/);
		await page.keyboard.press('Space');
		await settled(page);
		assert.equal((await stonesOn(page)).length, 4);

		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		assert.equal(await page.evaluate(() => document.activeElement?.id), 'new');
		await page.keyboard.press('Enter');
		assert.equal((await stonesOn(page)).length, 0);
	});
});

test('Korean is there for those who read it, and stays chosen', async () => {
	const device = {locale: 'ko-KR'};
	await withPage(browser, {url: services.url, device}, async (page) => {
		assert.equal(await words(page), '내 차례');
		assert.equal(await page.locator('html').getAttribute('lang'), 'ko');
		await page.getByRole('button', {name: 'English'}).click();
		assert.equal(await words(page), 'Your turn');
		await page.goto(`${services.url}stones.html`);
		assert.equal(await words(page), 'Your turn');
	});
});
