/**
 * rules.js - the board of 3 Stones, as much of its rules as a page needs to show them. The server judges.
 */

export const GRID = 7;
export const TOTAL = 30;
const CENTRE = 3;

/**
 * @param {number} x
 * @param {number} y
 */
export function hasSlot(x, y) {
	const distance = Math.abs(x - CENTRE) + Math.abs(y - CENTRE);
	return x >= 0 && x < GRID && y >= 0 && y < GRID && distance > 0 && distance <= 4;
}

/**
 * The 72 lines of three neighbours; none holds the centre.
 * @type {Point[][]}
 */
export const LINES = [];
for (let y = 0; y < GRID; y++)
	for (let x = 0; x < GRID; x++)
		// Across, down, and both diagonals.
		for (const turn of [0, 1, 2, 3]) {
			const [dx, dy] = [turn === 1 ? 0 : 1, turn === 3 ? -1 : Math.min(turn, 1)];
			const line = [0, 1, 2].map((n) => ({x: x + n * dx, y: y + n * dy}));
			if (line.every((at) => hasSlot(at.x, at.y))) LINES.push(line);
		}

/**
 * @param {Point} a
 * @param {Point} b
 */
const same = (a, b) => a.x === b.x && a.y === b.y;

/**
 * The lines that the stone with this index completed.
 * @param {Stone[]} stones In the order in which they were played.
 * @param {number} index
 */
export function scoredBy(stones, index) {
	const last = stones[index];
	const own = stones.slice(0, index + 1).filter((stone) => stone.colour === last.colour);
	return LINES.filter(
		(line) => line.some((at) => same(at, last)) && line.every((at) => own.some((stone) => same(at, stone))),
	);
}

/**
 * Why the next stone may not go there; null when it may.
 * @param {Stone[]} stones
 * @param {Point} at A slot.
 * @returns {'occupied' | 'offLine' | null}
 */
export function objection(stones, at) {
	const isEmpty = (/** @type {Point} */ slot) => !stones.some((stone) => same(stone, slot));
	if (!isEmpty(at)) return 'occupied';
	const last = stones.at(-1);
	if (!last || at.x === last.x || at.y === last.y) return null;
	for (let n = 0; n < GRID; n++)
		for (const slot of [
			{x: n, y: last.y},
			{x: last.x, y: n},
		])
			if (hasSlot(slot.x, slot.y) && isEmpty(slot)) return 'offLine';
	return null;
}
