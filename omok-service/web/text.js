/**
 * text.js - every sentence that a person reads, in English and Korean, and which of the two is shown.
 *
 * `{0}` and `{1}` are filled in. Elements that carry data-text get their text from here.
 */

const en = {
	language: '한국어',
	games: 'Games',
	omokTitle: 'Omok, five in a row',
	stonesTitle: '3 Stones, three in a line',
	omokBoard: 'Omok board, 15 by 15. Arrow keys move, Enter places a stone.',
	stonesBoard: '3 Stones board, 36 slots. Arrow keys move, Enter places a stone.',
	opponent: 'Opponent',
	newGame: 'New game',
	moves: 'Moves',
	noMoves: 'No stones yet.',
	rules: 'How to play',
	omokRules:
		'You and the computer take turns. Five or more of your stones in a row, across, down or diagonal, win. You play black and begin.',
	stonesRules:
		'Place a stone in the row or column of the last one; when there is no room, anywhere. Each line of three of your stones scores a point. After 15 stones each, the higher score wins. You play white and begin.',
	keys: 'Keyboard: arrow keys move, Enter places. The address of this page keeps your game.',
	place: 'Place at {0}',
	pick: 'Tap a point',
	you: 'You',
	black: 'black',
	white: 'white',
	cellEmpty: '{0}, empty',
	cellPlayable: '{0}, empty, may be played',
	cellStone: '{0}, {1}',
	cellLast: '{0}, {1}, last stone',
	yourTurn: 'Your turn',
	thinking: '{0} is thinking',
	loading: 'Fetching the game',
	youWon: 'You won',
	theyWon: '{0} won',
	draw: 'A draw',
	asBlack: 'You play black against {0}',
	asWhite: 'You play white against the computer',
	computer: 'Computer',
	played: '{0}: {1}.',
	scored: '{0}: {1}, plus {2}.',
	score: 'White {0}, black {1}.',
	left: '{0} left',
	noAnswer: 'No answer from the server. Trying again; your stone is not lost.',
	noStore: 'The server cannot reach its games just now. Trying again; your stone is not lost.',
	tryNow: 'Try now',
	occupied: 'There is a stone at {0} already.',
	offLine: 'The stone must go in the row or column of the last one.',
	notYourTurn: 'The computer is still thinking.',
	stale: 'This game went on somewhere else. Here is how it stands now.',
	gameOver: 'This game is over. Start a new one.',
	unknownGame: 'That game is not kept any more. Here is a fresh board.',
	noLevel: 'The server does not offer this opponent. Choose another one.',
	refused: 'The server refused that: {0}.',
	seat: 'Waiting for a free seat at the server',
	noSeat: 'No seat became free in ten minutes.',
};

/** @type {Record<keyof typeof en, string>} */
const ko = {
	language: 'English',
	games: '게임',
	omokTitle: '오목, 다섯 돌 잇기',
	stonesTitle: '3 Stones, 세 돌 잇기',
	omokBoard: '오목판, 15 × 15. 화살표 키로 이동하고 Enter로 돌을 놓습니다.',
	stonesBoard: '3 Stones 판, 36칸. 화살표 키로 이동하고 Enter로 돌을 놓습니다.',
	opponent: '상대',
	newGame: '새 게임',
	moves: '기보',
	noMoves: '아직 놓은 돌이 없습니다.',
	rules: '게임 방법',
	omokRules:
		'컴퓨터와 번갈아 돌을 놓습니다. 가로, 세로, 대각선으로 다섯 개 이상 이으면 이깁니다. 흑을 잡고 먼저 둡니다.',
	stonesRules:
		'마지막 돌과 같은 행이나 열에 돌을 놓고, 빈칸이 없으면 아무 데나 놓습니다. 세 개가 한 줄이 될 때마다 1점입니다. 열다섯 개씩 놓은 뒤 점수가 높은 쪽이 이깁니다. 백을 잡고 먼저 둡니다.',
	keys: '키보드: 화살표 키로 이동, Enter로 놓기. 이 페이지의 주소에 게임이 저장됩니다.',
	place: '{0}에 놓기',
	pick: '놓을 곳을 누르세요',
	you: '나',
	black: '흑',
	white: '백',
	cellEmpty: '{0}, 비어 있음',
	cellPlayable: '{0}, 비어 있음, 놓을 수 있음',
	cellStone: '{0}, {1}',
	cellLast: '{0}, {1}, 마지막 돌',
	yourTurn: '내 차례',
	thinking: '{0} 생각 중',
	loading: '게임을 불러오는 중',
	youWon: '이겼습니다',
	theyWon: '{0} 승리',
	draw: '비겼습니다',
	asBlack: '흑으로 {0}와(과) 대국',
	asWhite: '백으로 컴퓨터와 대국',
	computer: '컴퓨터',
	played: '{0}: {1}.',
	scored: '{0}: {1}, {2}점 추가.',
	score: '백 {0}점, 흑 {1}점.',
	left: '{0}개 남음',
	noAnswer: '서버가 응답하지 않습니다. 다시 시도하고 있으며, 둔 돌은 사라지지 않습니다.',
	noStore: '서버가 저장된 게임에 접근하지 못합니다. 다시 시도하고 있으며, 둔 돌은 사라지지 않습니다.',
	tryNow: '지금 시도',
	occupied: '{0}에는 이미 돌이 있습니다.',
	offLine: '마지막 돌과 같은 행이나 열에 놓아야 합니다.',
	notYourTurn: '컴퓨터가 아직 생각 중입니다.',
	stale: '다른 곳에서 게임이 진행되었습니다. 현재 상태를 보여 드립니다.',
	gameOver: '끝난 게임입니다. 새 게임을 시작하세요.',
	unknownGame: '그 게임은 더 이상 저장되어 있지 않습니다. 새 판을 준비했습니다.',
	noLevel: '서버에 없는 상대입니다. 다른 상대를 고르세요.',
	refused: '서버가 거절했습니다: {0}.',
	seat: '서버에 빈자리가 나기를 기다리는 중',
	noSeat: '10분 동안 빈자리가 나지 않았습니다.',
};

const languages = {en, ko};

/** @typedef {keyof typeof en} Key */

/** @type {keyof typeof languages} */
let language = 'en';

/**
 * The sentence of a key in the language that is shown.
 * @param {Key} key
 * @param {(string | number)[]} values
 */
export function text(key, ...values) {
	return languages[language][key].replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)]));
}

export const otherLanguage = () => (language === 'en' ? 'ko' : 'en');

/**
 * Shows another language in everything that carries data-text or data-label.
 * @param {string} name Anything but `ko` is English.
 */
export function setLanguage(name) {
	language = name === 'ko' ? 'ko' : 'en';
	document.documentElement.lang = language;
	for (const element of document.querySelectorAll('[data-text]'))
		element.textContent = text(/** @type {Key} */ (element.getAttribute('data-text')));
	for (const element of document.querySelectorAll('[data-label]'))
		element.setAttribute('aria-label', text(/** @type {Key} */ (element.getAttribute('data-label'))));
}
