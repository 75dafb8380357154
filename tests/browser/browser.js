/**
 * browser.js - Debian's Chromium, and pages in it that notice whatever goes wrong.
 */

import assert from 'node:assert/strict';
import {chromium} from 'playwright-core';

import {PATIENCE_MS} from './services.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').BrowserContextOptions} */
export const DESK = {viewport: {width: 1280, height: 860}};
/** @type {import('playwright-core').BrowserContextOptions} */
export const PHONE = {
	viewport: {width: 390, height: 844},
	deviceScaleFactor: 2,
	isMobile: true,
	hasTouch: true,
};

export const startBrowser = () =>
	chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-dev-shm-usage',
			'--disable-background-networking',
			'--disable-component-update',
			'--no-first-run',
		],
	});

// What the browser itself says when no server listens.
const OUTAGE = /^(Failed to load resource: |WebSocket connection to )/;

/**
 * Opens a page, hands it to the test, and fails when the page said or violated anything.
 * @param {import('playwright-core').Browser} browser
 * @param {object} options
 * @param {string} options.url
 * @param {import('playwright-core').BrowserContextOptions} [options.device]
 * @param {boolean} [options.outage] Whether the test takes a server away.
 * @param {(page: Page) => Promise<unknown>} [options.prepare] Before the page is opened.
 * @param {(page: Page) => Promise<void>} test
 */
export async function withPage(browser, {url, device = DESK, outage = false, prepare}, test) {
	const context = await browser.newContext({locale: 'en-US', ...device});
	try {
		context.setDefaultTimeout(PATIENCE_MS);
		/** @type {string[]} */
		const problems = [];
		const page = await context.newPage();
		page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack}`));
		page.on('console', (message) => {
			if (outage && OUTAGE.test(message.text())) return;
			problems.push(`${message.type()}: ${message.text()}`);
		});
		await page.addInitScript(() =>
			addEventListener('securitypolicyviolation', (event) =>
				console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
			),
		);
		await prepare?.(page);
		await page.goto(url);
		await test(page);
		assert.deepEqual(problems, []);
	} finally {
		await context.close();
	}
}

/** @param {Page} page */
export const words = (page) => page.locator('#words').innerText();

/** @param {Page} page */
export const complaint = (page) => page.locator('#complaint').innerText();

/**
 * Waits until the computer has answered.
 * @param {Page} page
 */
export const settled = (page) => page.locator('#status:not(.busy)').waitFor();

/**
 * The cell of a point, as "H8".
 * @param {Page} page
 * @param {string} name
 */
export const cell = (page, name) => page.getByRole('gridcell', {name: new RegExp(`^${name},`)});

/**
 * @param {Page} page
 * @returns {Promise<{x: number, y: number, colour: 'black' | 'white'}[]>} As the screen reader finds them.
 */
export const stonesOn = (page) =>
	page.locator('[data-at]').evaluateAll((cells) =>
		cells.flatMap((one) => {
			const colour = /, (black|white)/.exec(one.getAttribute('aria-label') ?? '')?.[1];
			const [x, y] = String(one.getAttribute('data-at')).split(',').map(Number);
			return colour ? [{x, y, colour: /** @type {'black' | 'white'} */ (colour)}] : [];
		}),
	);

/**
 * @param {Page} page
 * @param {{x: number, y: number}} at
 */
export async function play(page, {x, y}) {
	await page.locator(`[data-at="${x},${y}"]`).click();
	await settled(page);
}
