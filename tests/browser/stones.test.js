/**
 * stones.test.js - whole games of 3 Stones in a browser, through the bridge.
 */

import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect} from 'node:net';
import {after, before, test} from 'node:test';

import {PHONE, complaint, play, settled, startBrowser, stonesOn, withPage, words} from './browser.js';
import {startServices} from './services.js';

/** @typedef {import('./browser.js').Page} Page */

/** @type {Awaited<ReturnType<typeof startServices>>} */
let services;
/** @type {import('playwright-core').Browser} */
let browser;
let url = '';

before(async () => {
	[services, browser] = await Promise.all([startServices(), startBrowser()]);
	url = `${services.url}stones.html`;
});
after(async () => {
	await browser?.close();
	await services?.close();
});

/**
 * A slot that may be played now.
 * @param {Page} page
 */
async function playable(page) {
	const at = await page.locator('.cell.playable').first().getAttribute('data-at');
	const [x, y] = String(at).split(',').map(Number);
	return {x, y};
}

/**
 * @param {Page} page
 * @param {'white' | 'black'} colour
 */
const score = async (page, colour) => Number(await page.locator(`#${colour}-score`).innerText());

test('a whole game: scores, and the lines that scored', async () => {
	await withPage(browser, {url}, async (page) => {
		await page.locator('#opponent').selectOption('Random');
		assert.equal(await page.locator('.cell.playable').count(), 36);
		for (let turn = 1; turn <= 15; turn++) {
			await play(page, await playable(page));
			assert.equal((await stonesOn(page)).length, 2 * turn);
			const [white, black] = [await score(page, 'white'), await score(page, 'black')];
			// The server counted the points; the page found the lines.
			assert.equal(await page.locator('.lines path.white').count(), white);
			assert.equal(await page.locator('.lines path.black').count(), black);
			const gains = (await page.locator('#moves').innerText()).match(/\+\d+/g) ?? [];
			assert.equal(
				gains.reduce((sum, gain) => sum + Number(gain), 0),
				white + black,
			);
		}
		const lead = (await score(page, 'white')) - (await score(page, 'black'));
		assert.equal(await words(page), lead > 0 ? 'You won' : lead < 0 ? 'Computer won' : 'A draw');
		assert.equal(await page.locator('.cell.playable').count(), 0);

		await page.reload();
		await page.locator('.last').waitFor();
		assert.equal((await score(page, 'white')) - (await score(page, 'black')), lead);
		assert.notEqual(await words(page), 'Your turn');
	});
});

test('only slots in the row or column of the last stone are playable, and others say why', async () => {
	await withPage(browser, {url}, async (page) => {
		await play(page, {x: 3, y: 2});
		const last = (await stonesOn(page)).find(({colour}) => colour === 'black');
		assert.ok(last);
		for (const at of await page.locator('.cell.playable').all()) {
			const [x, y] = String(await at.getAttribute('data-at'))
				.split(',')
				.map(Number);
			assert.ok(x === last.x || y === last.y);
		}
		assert.equal(await page.locator('.hints circle').count(), await page.locator('.cell.playable').count());
		const off = await page
			.locator('.cell:not(.playable)[aria-label$=", empty"]')
			.first()
			.getAttribute('data-at');
		await page.locator(`[data-at="${off}"]`).click();
		assert.equal(await complaint(page), 'The stone must go in the row or column of the last one.');
		await page.locator('[data-at="3,2"]').click();
		assert.equal(await complaint(page), 'There is a stone at D5 already.');
	});
});

test('a reload brings the game back', async () => {
	await withPage(browser, {url}, async (page) => {
		for (let turn = 0; turn < 4; turn++) await play(page, await playable(page));
		const stones = await stonesOn(page);
		const scores = [await score(page, 'white'), await score(page, 'black')];
		await page.reload();
		await page.locator('.last').waitFor();
		assert.deepEqual(await stonesOn(page), stones);
		assert.deepEqual([await score(page, 'white'), await score(page, 'black')], scores);
		await play(page, await playable(page));
		assert.equal((await stonesOn(page)).length, 10);
	});
	await withPage(browser, {url: `${url}#pid=${'0'.repeat(31)}1`}, async (page) => {
		await page.locator('#trouble.shown').waitFor();
		assert.match(await complaint(page), /not kept any more/);
		assert.equal(await words(page), 'Your turn');
	});
});

test('a server that is stopped and started in mid-game costs time only', async () => {
	await withPage(browser, {url, outage: true}, async (page) => {
		await play(page, {x: 3, y: 2});
		await services.stones.stop();
		const at = await playable(page);
		await page.locator(`[data-at="${at.x},${at.y}"]`).click();
		await page.getByRole('button', {name: 'Try now'}).waitFor();
		assert.match(await complaint(page), /No answer from the server/);
		await services.stones.start();
		await settled(page);
		assert.equal(await complaint(page), '');
		assert.equal((await stonesOn(page)).length, 4);
	});
});

test('waiting for a seat is said, and play begins when one is free', async () => {
	const guest = connect(services.stones.port, '127.0.0.1');
	guest.write(new Uint8Array(32));
	await once(guest, 'data'); // the only seat is taken
	await withPage(browser, {url}, async (page) => {
		await page.locator('[data-at="3,2"]').click();
		await page.locator('#words', {hasText: 'Waiting for a free seat'}).waitFor();
		guest.destroy();
		await settled(page);
		assert.equal((await stonesOn(page)).length, 2);
		assert.equal(await words(page), 'Your turn');
	});
});

test('on a phone a tap selects and a button places', async () => {
	await withPage(browser, {url, device: PHONE}, async (page) => {
		await page.locator('[data-at="3,2"]').tap();
		assert.equal((await stonesOn(page)).length, 0);
		await page.getByRole('button', {name: 'Place at D5'}).tap();
		await settled(page);
		assert.equal((await stonesOn(page)).length, 2);
	});
});

test('the keyboard alone plays, across the hole in the middle', async () => {
	await withPage(browser, {url}, async (page) => {
		const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
		for (let tabs = 0; tabs < 10 && !/^D5/.test(String(await focused())); tabs++)
			await page.keyboard.press('Tab');
		await page.keyboard.press('ArrowDown');
		assert.equal(await focused(), 'D3, empty, may be played');
		await page.keyboard.press('Enter');
		await settled(page);
		assert.equal((await stonesOn(page)).length, 2);
		assert.match(
			await page.locator('#said').innerText(),
			/^You: D3\. Computer: .* White 0, black 0\. Your turn$/,
		);
	});
});
