/**
 * board.js - a board of stones in an SVG: it draws what it is shown and tells what a person picks.
 *
 * Both games use it. It knows no rule: the page says which points exist, what lies on them and which
 * may be played. Lengths are millimetres, as on a real board. For assistive technology the board is a
 * grid with one cell a point; one cell at a time can be reached with Tab, arrows move from there.
 *
 * @typedef {'black' | 'white'} Colour
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {colour: Colour}} Stone
 *
 * @typedef {object} Shape What never changes on a board.
 * @property {number} columns
 * @property {number} rows
 * @property {number} pitchX Distance between columns.
 * @property {number} pitchY Distance between rows.
 * @property {number} margin From the outermost points to the edge of the picture.
 * @property {number} radius Of a stone.
 * @property {Point} start The cell that Tab reaches first.
 * @property {(x: number, y: number) => boolean} has Whether there is such a point.
 * @property {(layer: SVGElement) => void} ground Draws everything below the stones.
 *
 * @typedef {{from: Point, to: Point, colour: Colour}} Line Drawn over the stones.
 *
 * @typedef {object} View What the board shows now.
 * @property {Stone[]} stones In the order in which they were played.
 * @property {Colour | null} next Of the stone the person may place; null when it is not their turn.
 * @property {(x: number, y: number) => boolean} playable
 * @property {boolean} hints Whether to mark the playable points.
 * @property {Line[]} lines
 * @property {(Point & {words: string})[]} badges A few characters beside a stone.
 * @property {(x: number, y: number, stone: Stone | undefined) => string} label Spoken name of a cell.
 *
 * @typedef {object} Hands What the board tells the page.
 * @property {() => boolean} confirm Whether a tap only selects, for fingers on small screens.
 * @property {(at: Point) => void} onPlay A person wants a stone there; it may not be playable.
 * @property {(at: Point | null) => void} onSelect What a tap has selected, or nothing.
 */

const SVG = 'http://www.w3.org/2000/svg';
const LETTERS = 'ABCDEFGHIJKLMNO';

/** @type {Record<string, [number, number]>} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// Light falls from the upper left: [offset, tone] of the radial shades of both colours.
/** @type {Record<Colour, [number, string][]>} */
const SHADES = {
	black: [
		[0, '#6b6b70'],
		[0.35, '#2c2c30'],
		[1, '#08080a'],
	],
	white: [
		[0, '#ffffff'],
		[0.6, '#f3f0ea'],
		[1, '#c9c4ba'],
	],
};

/**
 * Adds an SVG element to a parent.
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElement}
 */
export function draw(parent, name, attributes = {}) {
	const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
	parent.append(element);
	return element;
}

/**
 * Draws letters and numbers beside the points.
 * @param {SVGElement} parent
 * @param {number} x
 * @param {number} y
 * @param {string | number} words
 */
export function write(parent, x, y, words) {
	draw(parent, 'text', {class: 'coordinate', x, y}).textContent = String(words);
}

/** @param {number} x */
export const columnName = (x) => LETTERS[x];

/**
 * Names a point as players do: letters from the left, numbers from below.
 * @param {number} rows
 * @param {Point} at
 */
export const pointName = (rows, at) => `${columnName(at.x)}${rows - at.y}`;

/** @param {Point} at */
const keyOf = (at) => `${at.x},${at.y}`;

/**
 * The point that an event happened on.
 * @param {Event} event
 * @returns {Point | null}
 */
function pointOf(event) {
	const cell = event.target instanceof Element ? event.target.closest('[data-at]') : null;
	if (cell === null) return null;
	const [x, y] = String(cell.getAttribute('data-at')).split(',').map(Number);
	return {x, y};
}

/** @param {SVGElement} defs */
function defineStones(defs) {
	for (const [colour, stops] of Object.entries(SHADES)) {
		const id = `stone-${colour}`;
		const shade = draw(defs, 'radialGradient', {id, cx: 0.36, cy: 0.3, r: 0.8});
		for (const [offset, tone] of stops) draw(shade, 'stop', {offset, 'stop-color': tone});
	}
}

/**
 * Takes away what is not wanted any more.
 * @template T
 * @param {Map<string, SVGElement>} shown
 * @param {Map<string, T>} wanted
 */
function prune(shown, wanted) {
	for (const [key, element] of shown) {
		if (wanted.has(key)) continue;
		element.remove();
		shown.delete(key);
	}
}

/**
 * @param {SVGSVGElement} svg An empty one.
 * @param {Shape} shape
 * @param {Hands} hands
 */
export function createBoard(svg, shape, hands) {
	const {columns, rows, pitchX, pitchY, margin, radius} = shape;
	const width = (columns - 1) * pitchX + 2 * margin;
	const height = (rows - 1) * pitchY + 2 * margin;

	/** @type {Map<string, SVGElement>} */
	const cells = new Map();
	/** @type {Map<string, SVGElement>} */
	const stones = new Map();
	/** @type {Map<string, SVGElement>} */
	const lines = new Map();
	/** @type {View | null} */
	let view = null;
	/** @type {Point | null} */
	let selected = null;
	let tabStop = keyOf(shape.start);

	svg.setAttribute('viewBox', `${-margin} ${-margin} ${width} ${height}`);
	svg.setAttribute('role', 'grid');
	svg.setAttribute('aria-rowcount', String(rows));
	svg.setAttribute('aria-colcount', String(columns));
	defineStones(draw(svg, 'defs'));
	/** @param {string} name */
	const layer = (name) => draw(svg, 'g', {class: name, 'aria-hidden': 'true'});
	shape.ground(layer('ground'));
	const hintLayer = layer('hints');
	const stoneLayer = layer('stones');
	const lineLayer = layer('lines');
	const markLayer = layer('marks');
	const ghostLayer = layer('ghost');
	const cellLayer = draw(svg, 'g', {role: 'rowgroup'});

	/** @param {Point} at */
	const isPlayable = (at) => view !== null && view.next !== null && view.playable(at.x, at.y);

	/**
	 * @param {SVGElement} row
	 * @param {number} x
	 * @param {number} y
	 */
	function buildCell(row, x, y) {
		const at = keyOf({x, y});
		const cell = draw(row, 'g', {
			role: 'gridcell',
			class: 'cell',
			'data-at': at,
			'aria-colindex': x + 1,
			tabindex: at === tabStop ? 0 : -1,
		});
		draw(cell, 'rect', {
			x: (x - 0.5) * pitchX,
			y: (y - 0.5) * pitchY,
			width: pitchX,
			height: pitchY,
			rx: 4,
		});
		cells.set(at, cell);
	}

	function buildCells() {
		for (let y = 0; y < rows; y++) {
			const row = draw(cellLayer, 'g', {role: 'row', 'aria-rowindex': y + 1});
			for (let x = 0; x < columns; x++) if (shape.has(x, y)) buildCell(row, x, y);
		}
	}

	/**
	 * @param {SVGElement} parent
	 * @param {Stone} stone
	 */
	function drawStone(parent, {x, y, colour}) {
		const [cx, cy] = [x * pitchX, y * pitchY];
		const group = draw(parent, 'g', {class: 'stone'});
		draw(group, 'circle', {class: 'shadow', cx: cx + 0.9, cy: cy + 1.6, r: radius});
		draw(group, 'circle', {cx, cy, r: radius, fill: `url(#stone-${colour})`});
		return group;
	}

	/** @param {Point | null} at */
	function showGhost(at) {
		ghostLayer.replaceChildren();
		if (at === null || !view?.next || !isPlayable(at)) return;
		if (selected !== null) {
			const d = `M${-margin} ${at.y * pitchY}h${width}M${at.x * pitchX} ${-margin}v${height}`;
			draw(ghostLayer, 'path', {class: 'cross', d});
		}
		drawStone(ghostLayer, {...at, colour: view.next});
	}

	/** @param {Point | null} at */
	function select(at) {
		selected = at;
		showGhost(at);
		hands.onSelect(at);
	}

	/**
	 * @param {Point} at
	 * @param {boolean} byTouch
	 */
	function pick(at, byTouch) {
		const again = selected !== null && keyOf(selected) === keyOf(at);
		if (byTouch && hands.confirm() && isPlayable(at) && !again) {
			select(at);
			return;
		}
		select(null);
		hands.onPlay(at);
	}

	/**
	 * The next cell in a direction; where points are missing, the one behind the gap.
	 * @param {Point} from
	 * @param {[number, number]} step
	 */
	function neighbour(from, [dx, dy]) {
		for (let n = 1; n < Math.max(columns, rows); n++) {
			const at = {x: from.x + n * dx, y: from.y + n * dy};
			if (cells.has(keyOf(at))) return at;
		}
		return from;
	}

	/** @param {KeyboardEvent} event */
	function onKey(event) {
		const at = pointOf(event);
		if (at === null || event.ctrlKey || event.altKey || event.metaKey) return;
		if (event.key in ARROWS) cells.get(keyOf(neighbour(at, ARROWS[event.key])))?.focus();
		else if (event.key === 'Enter' || event.key === ' ') pick(at, false);
		else if (event.key === 'Escape') select(null);
		else return;
		event.preventDefault();
	}

	/** @param {FocusEvent} event */
	function onFocus(event) {
		const at = pointOf(event);
		if (at === null) return;
		cells.get(tabStop)?.setAttribute('tabindex', '-1');
		tabStop = keyOf(at);
		cells.get(tabStop)?.setAttribute('tabindex', '0');
	}

	/** @param {View} next */
	function showStones(next) {
		const wanted = new Map(next.stones.map((stone) => [keyOf(stone) + stone.colour, stone]));
		prune(stones, wanted);
		// One stone or two have just been placed; more are a game that was loaded.
		const isMove = wanted.size - stones.size <= 2;
		for (const [key, stone] of wanted) {
			if (stones.has(key)) continue;
			const element = drawStone(stoneLayer, stone);
			element.classList.toggle('dropped', isMove);
			stones.set(key, element);
		}
	}

	/** @param {View} next */
	function showMarks(next) {
		markLayer.replaceChildren();
		const last = next.stones.at(-1);
		if (last === undefined) return;
		const [cx, cy] = [last.x * pitchX, last.y * pitchY];
		draw(markLayer, 'circle', {class: `last ${last.colour}`, cx, cy, r: radius / 3.4});
		for (const badge of next.badges) {
			const [x, y] = [badge.x * pitchX + radius, badge.y * pitchY - radius];
			draw(markLayer, 'circle', {class: 'badge', cx: x, cy: y, r: 6.5});
			draw(markLayer, 'text', {class: 'badge', x, y}).textContent = badge.words;
		}
	}

	/** @param {View} next */
	function showLines(next) {
		const wanted = new Map(next.lines.map((line) => [keyOf(line.from) + keyOf(line.to), line]));
		prune(lines, wanted);
		for (const [key, {from, to, colour}] of wanted) {
			if (lines.has(key)) continue;
			const start = `${from.x * pitchX} ${from.y * pitchY}`;
			const d = `M${start}L${to.x * pitchX} ${to.y * pitchY}`;
			lines.set(key, draw(lineLayer, 'path', {class: colour, d, pathLength: 1}));
		}
	}

	/** @param {View} next */
	function showCells(next) {
		const stoneAt = new Map(next.stones.map((stone) => [keyOf(stone), stone]));
		hintLayer.replaceChildren();
		for (const [key, cell] of cells) {
			const [x, y] = key.split(',').map(Number);
			const playable = isPlayable({x, y});
			cell.setAttribute('aria-label', next.label(x, y, stoneAt.get(key)));
			cell.classList.toggle('playable', playable);
			if (playable && next.hints) draw(hintLayer, 'circle', {cx: x * pitchX, cy: y * pitchY, r: radius / 4});
		}
	}

	buildCells();
	svg.addEventListener('click', (event) => {
		const at = pointOf(event);
		if (at !== null) pick(at, event.detail > 0); // assistive technology clicks without a pointer
	});
	svg.addEventListener('keydown', onKey);
	svg.addEventListener('focusin', onFocus);
	svg.addEventListener('pointerover', (event) => {
		if (selected === null && event.pointerType === 'mouse') showGhost(pointOf(event));
	});
	svg.addEventListener('pointerleave', () => {
		if (selected === null) showGhost(null);
	});

	return {
		/** @param {View} next */
		show(next) {
			view = next;
			if (selected !== null && !isPlayable(selected)) select(null);
			if (selected === null) showGhost(null);
			showStones(next);
			showLines(next);
			showMarks(next);
			showCells(next);
		},
		/** Plays what a tap has selected. */
		playSelected() {
			if (selected !== null) pick(selected, false);
		},
	};
}
