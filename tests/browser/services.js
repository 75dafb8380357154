/**
 * services.js - starts the services that a test plays against, on ports and in a folder of their own.
 */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {connect, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BIN = process.env.BIN ?? join(ROOT, 'build/release/bin');

/** No test waits so long on a healthy machine, however busy. */
export const PATIENCE_MS = 60000;

/** @returns {Promise<number>} A port of this machine that nobody listens on. */
async function freePort() {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
	server.close();
	await once(server, 'close');
	return port;
}

/** @param {number} port */
async function listens(port) {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/** A program that can be stopped and started again, on the same port. */
class Service {
	/**
	 * @param {string} program
	 * @param {string[]} args
	 * @param {number} port That it listens on once it is ready.
	 */
	constructor(program, args, port) {
		Object.assign(this, {program, args, port});
		this.program = program;
		this.args = args;
		this.port = port;
		this.output = '';
	}

	async start() {
		const child = spawn(this.program, this.args, {stdio: ['ignore', 'pipe', 'pipe']});
		this.child = child;
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (text) => (this.output += String(text)));
		const end = Date.now() + PATIENCE_MS;
		while (!(await listens(this.port))) {
			if (child.exitCode !== null || Date.now() > end)
				throw new Error(`${this.program} does not listen: ${this.output}`);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	async stop() {
		const {child} = this;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		await ended;
	}
}

/** Both services on one store, with the bridge between browsers and 3 Stones. */
export async function startServices() {
	const folder = await mkdtemp(join(tmpdir(), 'browser-'));
	const store = `sqlite:${join(folder, 'games.db')}`;
	const [omokPort, stonesPort, healthPort, bridgePort] = await Promise.all([1, 2, 3, 4].map(freePort));
	const here = '127.0.0.1';
	const omok = new Service(
		join(BIN, 'omok-service'),
		['--listen', `${here}:${omokPort}`, '--store', store, '--stones-ws', `ws://${here}:${bridgePort}/`],
		omokPort,
	);
	const stones = new Service(
		join(BIN, 'threestones-service'),
		['--listen', `${here}:${stonesPort}`, '--health', `${here}:${healthPort}`, '--store', store],
		stonesPort,
	);
	const bridge = new Service('websockify', [`${here}:${bridgePort}`, `${here}:${stonesPort}`], bridgePort);
	await Promise.all([omok.start(), stones.start(), bridge.start()]);
	return {
		omok,
		stones,
		bridge,
		url: `http://${here}:${omokPort}/`,
		async close() {
			await Promise.all([omok.stop(), stones.stop(), bridge.stop()]);
			await rm(folder, {recursive: true});
		},
	};
}
