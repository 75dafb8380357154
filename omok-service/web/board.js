/**
 * board.js - a board of stones in an SVG: it draws what it is shown and tells what a person picks.
 *
 * It knows no rule: others say which points exist, what lies on them and which may be played. For assistive
 * technology it is a grid with one cell a point; Tab reaches one cell, arrows move from there.
 */

/** @type {Record<string, number[]>} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// Light falls from the upper left.
const SHADES = `<defs>
	<radialGradient id="black" cx=".36" cy=".3" r=".8">
		<stop stop-color="#6b6b70"/><stop offset=".35" stop-color="#2c2c30"/><stop offset="1" stop-color="#08080a"/>
	</radialGradient>
	<radialGradient id="white" cx=".36" cy=".3" r=".8">
		<stop stop-color="#fff"/><stop offset=".6" stop-color="#f3f0ea"/><stop offset="1" stop-color="#c9c4ba"/>
	</radialGradient>
</defs>`;

/** @param {number} x */
export const columnName = (x) => 'ABCDEFGHIJKLMNO'[x];

/**
 * Names a point as players do: letters from the left, numbers from below.
 * @param {number} rows
 * @param {Point} at
 */
export const pointName = (rows, {x, y}) => columnName(x) + (rows - y);

/**
 * SVG of a letter or number on the wood.
 * @type {(x: number, y: number, words: string | number) => string}
 */
export const coordinate = (x, y, words) => `<text class="coordinate" x="${x}" y="${y}">${words}</text>`;

/** @param {Point} at */
const keyOf = ({x, y}) => `${x},${y}`;

/**
 * Adds SVG of one element to a parent.
 * @param {Element} parent
 * @param {string} svg
 */
function add(parent, svg) {
	parent.insertAdjacentHTML('beforeend', svg);
	return /** @type {SVGElement} */ (parent.lastElementChild);
}

/**
 * The point that an event happened on.
 * @param {Event} event
 */
function pointOf(event) {
	const at = event.target instanceof Element && event.target.closest('[data-at]')?.getAttribute('data-at');
	if (!at) return null;
	const [x, y] = at.split(',').map(Number);
	return {x, y};
}

/**
 * Draws what is new among the wanted, and takes away what is not wanted any more.
 * @template T
 * @param {Map<string, SVGElement>} shown
 * @param {Map<string, T>} wanted
 * @param {(one: T) => SVGElement} draw
 */
function update(shown, wanted, draw) {
	for (const [key, element] of shown) {
		if (wanted.has(key)) continue;
		element.remove();
		shown.delete(key);
	}
	for (const [key, one] of wanted) if (!shown.has(key)) shown.set(key, draw(one));
}

/**
 * @param {Element} svg An empty one.
 * @param {Shape} shape
 * @param {Hands} hands
 */
export function createBoard(svg, shape, hands) {
	const {columns, rows, pitchX, pitchY, radius} = shape;

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

	svg.setAttribute('viewBox', shape.viewBox.join(' '));
	svg.setAttribute('role', 'grid');
	svg.setAttribute('aria-colcount', String(columns));
	add(svg, `<g aria-hidden="true">${SHADES}${shape.ground}</g>`);
	const [hintLayer, stoneLayer, lineLayer, markLayer, ghostLayer] = ['hints', '', 'lines', '', 'ghost'].map(
		(name) => add(svg, `<g class="${name}" aria-hidden="true"/>`),
	);
	const cellLayer = add(svg, '<g role="rowgroup"/>');

	/** @param {Point} at */
	const isPlayable = (at) => view !== null && view.next !== null && view.isPlayable(at);

	/** @param {Stone} stone */
	function stoneSvg({x, y, colour}) {
		const [cx, cy] = [x * pitchX, y * pitchY];
		return `<g class="stone">
			<circle class="shadow" cx="${cx + 0.9}" cy="${cy + 1.6}" r="${radius}"/>
			<circle fill="url(#${colour})" cx="${cx}" cy="${cy}" r="${radius}"/>
		</g>`;
	}

	/** @param {Point | null} at */
	function showGhost(at) {
		ghostLayer.replaceChildren();
		if (at === null || !view?.next || !isPlayable(at)) return;
		if (selected !== null) {
			const [left, top, width, height] = shape.viewBox;
			const d = `M${left} ${at.y * pitchY}h${width}M${at.x * pitchX} ${top}v${height}`;
			add(ghostLayer, `<path class="cross" d="${d}"/>`);
		}
		add(ghostLayer, stoneSvg({...at, colour: view.next}));
	}

	/** @param {Point | null} at */
	function select(at) {
		selected = at;
		showGhost(at);
		hands.onSelect(at);
	}

	/** @type {(at: Point, byPointer: boolean) => void} */
	function pick(at, byPointer) {
		const again = selected !== null && keyOf(selected) === keyOf(at);
		if (byPointer && hands.mustConfirm() && isPlayable(at) && !again) {
			select(at);
			return;
		}
		select(null);
		hands.onPlay(at);
	}

	/**
	 * The next cell in a direction; where points are missing, the one behind the gap.
	 * @param {Point} from
	 * @param {number[]} step
	 */
	function neighbour({x, y}, [dx, dy]) {
		for (let n = 1; n < Math.max(columns, rows); n++) {
			const cell = cells.get(keyOf({x: x + n * dx, y: y + n * dy}));
			if (cell) return cell;
		}
	}

	/** @param {KeyboardEvent} event */
	function onKey(event) {
		const at = pointOf(event);
		if (at === null || event.ctrlKey || event.altKey || event.metaKey) return;
		if (event.key in ARROWS) neighbour(at, ARROWS[event.key])?.focus();
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
		// One stone or two have just been placed; more are a game that was loaded.
		const isMove = wanted.size - stones.size <= 2;
		update(stones, wanted, (stone) => {
			const element = add(stoneLayer, stoneSvg(stone));
			element.classList.toggle('dropped', isMove);
			return element;
		});
	}

	/** @param {View} next */
	function showLines(next) {
		const wanted = new Map(next.lines.map((line) => [keyOf(line.from) + ' ' + keyOf(line.to), line]));
		update(lines, wanted, ({from, to, colour}) => {
			const d = `M${from.x * pitchX} ${from.y * pitchY}L${to.x * pitchX} ${to.y * pitchY}`;
			return add(lineLayer, `<path class="${colour}" pathLength="1" d="${d}"/>`);
		});
	}

	/** @param {View} next */
	function showMarks(next) {
		markLayer.replaceChildren();
		for (const {x, y, colour} of next.stones.slice(-1))
			add(markLayer, `<circle class="last ${colour}" cx="${x * pitchX}" cy="${y * pitchY}" r="2.7"/>`);
		for (const {x, y, points} of next.badges) {
			const [cx, cy] = [x * pitchX + 9, y * pitchY - 9];
			add(markLayer, `<circle class="badge" cx="${cx}" cy="${cy}" r="5.4"/>`);
			add(markLayer, `<text class="badge" x="${cx}" y="${cy}">+${points}</text>`);
		}
	}

	/** @param {View} next */
	function showCells(next) {
		const stoneAt = new Map(next.stones.map((stone) => [keyOf(stone), stone]));
		hintLayer.replaceChildren();
		for (const [key, cell] of cells) {
			const [x, y] = key.split(',').map(Number);
			const playable = isPlayable({x, y});
			cell.setAttribute('aria-label', next.label({x, y}, stoneAt.get(key)));
			cell.classList.toggle('playable', playable);
			if (playable && next.hints) add(hintLayer, `<circle cx="${x * pitchX}" cy="${y * pitchY}" r="2.7"/>`);
		}
	}

	for (let y = 0; y < rows; y++) {
		const row = add(cellLayer, '<g role="row"/>');
		for (let x = 0; x < columns; x++) {
			if (!shape.has(x, y)) continue;
			const at = keyOf({x, y});
			const corner = `x="${(x - 0.5) * pitchX}" y="${(y - 0.5) * pitchY}"`;
			const cell = `<g role="gridcell" class="cell" data-at="${at}" aria-colindex="${x + 1}" tabindex="${at === tabStop ? 0 : -1}">
				<rect ${corner} width="${pitchX}" height="${pitchY}" rx="4"/>
			</g>`;
			cells.set(at, add(row, cell));
		}
	}
	svg.addEventListener('click', (event) => {
		const at = pointOf(event);
		// Assistive technology clicks without a pointer.
		if (at !== null) pick(at, /** @type {MouseEvent} */ (event).detail > 0);
	});
	svg.addEventListener('keydown', (event) => onKey(/** @type {KeyboardEvent} */ (event)));
	svg.addEventListener('focusin', (event) => onFocus(/** @type {FocusEvent} */ (event)));
	for (const type of ['pointerover', 'pointerleave'])
		svg.addEventListener(type, (event) => {
			const isMouse = /** @type {PointerEvent} */ (event).pointerType === 'mouse';
			if (selected === null && isMouse) showGhost(pointOf(event));
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
