/**
 * The shapes that the modules hand each other. No browser gets this file.
 */

type Colour = 'black' | 'white';

interface Point {
	x: number;
	y: number;
}

interface Stone extends Point {
	colour: Colour;
	points?: number; // that it scored, in 3 Stones
}

/** Drawn over the stones. */
interface Line {
	from: Point;
	to: Point;
	colour: Colour;
}

/** What never changes on a board. Lengths are millimetres, as on a real one; (0, 0) is the first point. */
interface Shape {
	columns: number;
	rows: number;
	pitchX: number;
	pitchY: number;
	radius: number; // of a stone
	viewBox: number[]; // left, top, width, height
	start: Point; // the point that Tab reaches first
	ground: string; // SVG of all that lies below the stones
	has(x: number, y: number): boolean; // whether there is such a point
}

/** What a board shows now. */
interface View {
	stones: Stone[]; // in the order in which they were played
	next: Colour | null; // of the stone that the person may place; null when it is not their turn
	hints: boolean; // whether to mark the playable points
	lines: Line[];
	badges: Stone[]; // those whose points are shown
	isPlayable(at: Point): boolean;
	label(at: Point, stone: Stone | undefined): string; // spoken name of a point
}

/** What a board tells. */
interface Hands {
	mustConfirm(): boolean; // whether a tap only selects, for fingers on small screens
	onPlay(at: Point): void; // a person wants a stone there; it may not be playable
	onSelect(at: Point | null): void; // what a tap has selected
}

type Key = keyof typeof import('./text.js').en;

/** What went wrong, as keys of sentences. Asking goes on. */
type Trouble = 'noAnswer' | 'noStore' | 'noSeat';

/** A game as a server told it. */
interface Game {
	pid: string; // '' while no server knows the game
	stones: Stone[];
	outcome: 'youWon' | 'theyWon' | 'draw' | null;
	lines: Line[];
	opponent: string; // '' when not known
	scores: Record<Colour, number>; // zeros in omok
}

interface Refusal {
	sentence: string;
}

/** What a page tells of the controls around its board. */
interface Controls {
	title: Key;
	redraw(): void; // after the language has changed
	onNew(): void;
	onPlace(): void; // a person confirms what a tap has selected
	onAddress(pid: string): void; // the address has changed under the page
}

/** One of the two games, as play.js needs it. */
interface Rules {
	shape: Shape;
	title: Key;
	colour: Colour; // the person's
	blank: Game;
	opponent(): string; // who will play the next new game
	more(opponent: string): string; // the line below the status
	nameOf(at: Point): string;
	objection(stones: Stone[], at: Point): Key | null; // why no stone may go there
	hints: boolean; // whether the playable points are worth marking
	showScores(game: Game): string; // returns a sentence, or ''
	load(pid: string, signal: AbortSignal): Promise<Game | null>; // null: not known any more
	start(signal: AbortSignal): Promise<Game | Refusal>;
	play(game: Game, at: Point, signal: AbortSignal): Promise<Game | Refusal>;
}

/** A packet of 3 Stones as the server sends it. */
interface Packet {
	type: number; // one of TYPE
	pid: string; // 32 hexadecimal digits
	row: number; // 0..6, NO_SLOT where there is none
	col: number;
	points: number; // scored by this stone
	stones: number; // on the board after it; in GAME_START, the stone packets that follow
	white: number; // score
	black: number;
	whiteLeft: number; // stones in hand
	blackLeft: number;
	detail: number;
}
