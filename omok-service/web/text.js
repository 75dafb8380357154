/**
 * text.js - every sentence that a person reads, in English and Korean, and which of the two is shown.
 *
 * `{0}` and `{1}` are filled in. Elements that carry data-text get their text from here.
 */

export const en = {
	language: '한국어',
	omokTitle: 'Omok, five in a row',
	stonesTitle: '3 Stones, three in a line',
	omokBoard: 'Omok board',
	stonesBoard: '3 Stones board',
	opponent: 'Opponent',
	newGame: 'New game',
	moves: 'Moves',
	rules: 'How to play',
	omokRules: 'You begin, with black. Five or more of your stones in a row, in any direction, win.',
	stonesRules:
		'You begin, with white. Place a stone in the row or column of the last one; when there is no room, anywhere. Every three of your stones in a line score a point. After 15 stones each, the higher score wins.',
	keys: 'Arrow keys move, Enter places. The address of this page keeps your game.',
	place: 'Place at {0}',
	pick: 'Tap a point',
	you: 'You',
	black: 'black',
	white: 'white',
	empty: '{0}, empty',
	playable: '{0}, empty, may be played',
	stone: '{0}, {1}',
	last: '{0}, {1}, last stone',
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
	noAnswer: 'No answer from the server. Trying again; your stone is not lost.',
	noStore: 'The server cannot reach its games just now. Trying again; your stone is not lost.',
	tryNow: 'Try now',
	occupied: 'There is a stone at {0} already.',
	offLine: 'The stone must go in the row or column of the last one.',
	notYourTurn: 'The computer is still thinking.',
	stale: 'This game went on somewhere else. Here is how it stands now.',
	gameOver: 'This game is over. Start a new one.',
	unknownGame: 'That game is not kept any more. Here is a fresh board.',
	noOpponent: 'The server does not offer this opponent. Choose another one.',
	refused: 'The server refused that: {0}.',
	seat: 'Waiting for a free seat at the server',
	noSeat: 'No seat became free in ten minutes.',
};

/** @type {Record<keyof typeof en, string>} */
const ko = {
	language: 'English',
	omokTitle: '오목, 다섯 돌 잇기',
	stonesTitle: '3 Stones, 세 돌 잇기',
	omokBoard: '오목판',
	stonesBoard: '3 Stones 판',
	opponent: '상대',
	newGame: '새 게임',
	moves: '기보',
	rules: '게임 방법',
	omokRules: '흑으로 먼저 둡니다. 어느 방향이든 다섯 개 이상 이으면 이깁니다.',
	stonesRules:
		'백으로 먼저 둡니다. 마지막 돌의 행이나 열에 놓고, 빈칸이 없으면 아무 데나 놓습니다. 세 개가 한 줄이 되면 1점입니다. 열다섯 개씩 놓은 뒤 점수가 높은 쪽이 이깁니다.',
	keys: '화살표 키로 이동, Enter로 놓기. 이 페이지의 주소가 게임을 기억합니다.',
	place: '{0}에 놓기',
	pick: '놓을 곳을 누르세요',
	you: '나',
	black: '흑',
	white: '백',
	empty: '{0}, 비어 있음',
	playable: '{0}, 비어 있음, 놓을 수 있음',
	stone: '{0}, {1}',
	last: '{0}, {1}, 마지막 돌',
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
	noAnswer: '서버의 응답이 없어 다시 시도합니다. 둔 돌은 사라지지 않습니다.',
	noStore: '서버가 게임을 찾지 못해 다시 시도합니다. 둔 돌은 사라지지 않습니다.',
	tryNow: '지금 시도',
	occupied: '{0}에는 이미 돌이 있습니다.',
	offLine: '마지막 돌과 같은 행이나 열에 놓아야 합니다.',
	notYourTurn: '컴퓨터가 아직 생각 중입니다.',
	stale: '다른 곳에서 진행된 게임입니다. 지금 상태는 이렇습니다.',
	gameOver: '끝난 게임입니다. 새 게임을 시작하세요.',
	unknownGame: '더 이상 저장되어 있지 않은 게임입니다. 새 판입니다.',
	noOpponent: '서버에 없는 상대입니다. 다른 상대를 고르세요.',
	refused: '서버가 거절했습니다: {0}.',
	seat: '서버에 빈자리가 나기를 기다리는 중',
	noSeat: '10분 동안 빈자리가 나지 않았습니다.',
};

const languages = {en, ko};

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
