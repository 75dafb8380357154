#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "face.h"
#include "words.h"

// Where things are on the screen.
enum {
    WIDTH_MIN = 66,
    HEIGHT_MIN = 20,
    TITLE_Y = 0,
    NAME_Y = 1, // of the game
    BOARD_Y = 3,
    BOARD_X = 4, // of the slot in column 0
    CELL_WIDTH = 4,
    SIDES_Y = BOARD_Y + 1 + STONES_GRID + 1,
    NEWS_Y = SIDES_Y + 3,
    NEWS_COUNT = 3, // sentences that are still shown
    PROMPT_Y = NEWS_Y + NEWS_COUNT,
    HELP_Y = PROMPT_Y + 1,
};

enum { CTRL_C = 3, CTRL_D = 4, CTRL_H = 8, CTRL_L = 12, DELETE = 127, ESCAPE_MS = 25 };

enum { PAIR_PLAYABLE = 1, PAIR_WHITE, PAIR_BLACK };

struct screen {
    struct face face; // first, so that its address is the whole's
    SCREEN *curses;
    char news[NEWS_COUNT][WORDS_MAX];
    char line[FACE_LINE_MAX]; // what is being typed
    size_t line_len;
    int row, col;     // of the cursor, a slot
    enum stage stage; // as last shown: decides what a key means
};

static const char *const prompts[] = {
    [STAGE_ADDRESS] = "Server (HOST or HOST:PORT): ",
    [STAGE_MENU] = "(s)tart a game or (q)uit? ",
    [STAGE_WAITING] = "",
    [STAGE_PLACING] = "Your stone (row column): ",
};

static const char *const helps[] = {
    [STAGE_ADDRESS] = "Enter: connect   Ctrl-C: quit",
    [STAGE_MENU] = "s: start   q: quit",
    [STAGE_WAITING] = "q: quit",
    [STAGE_PLACING] = "arrows and Enter, or row and column, or the mouse   ?: help   q: quit",
};

static void say(struct face *face, const char *sentence) {
    struct screen *screen = (struct screen *)(void *)face;

    memmove(screen->news[0], screen->news[1], sizeof screen->news - sizeof screen->news[0]);
    snprintf(screen->news[NEWS_COUNT - 1], WORDS_MAX, "%s", sentence);
}

static void board(struct face *face, const struct view *view) {
    (void)face; // show draws it
    (void)view;
}

static int attributes_of(const struct cell *cell) {
    static const int pairs[] = {0, PAIR_PLAYABLE, PAIR_WHITE, PAIR_BLACK};
    const int bold = cell->kind == CELL_EMPTY ? 0 : (int)A_BOLD;

    return bold | (cell->is_last ? (int)A_REVERSE : 0) |
           (has_colors() ? (int)COLOR_PAIR(pairs[cell->kind]) : 0);
}

static void draw_slot(const struct screen *screen, const struct view *view, int slot) {
    const struct cell cell = words_cell(view->match, slot);
    const int y = BOARD_Y + 1 + stones_row(slot), x = BOARD_X + CELL_WIDTH * stones_col(slot);
    const bool is_here =
        view->stage == STAGE_PLACING && stones_slot(screen->row, screen->col) == slot;
    const char *marks = is_here ? "><" : cell.is_last ? "[]" : "  ";

    mvaddch(y, x, (chtype)marks[0]);
    attrset(attributes_of(&cell));
    mvaddch(y, x + 1, (chtype)cell.glyph);
    attrset(A_NORMAL);
    mvaddch(y, x + 2, (chtype)marks[1]);
}

static void draw_board(const struct screen *screen, const struct view *view) {
    for (int i = 0; i < STONES_GRID; i++) {
        mvprintw(BOARD_Y, BOARD_X + CELL_WIDTH * i + 1, "%d", i);
        mvprintw(BOARD_Y + 1 + i, 1, "%d", i);
    }
    for (int slot = 0; slot < STONES_SLOTS; slot++)
        draw_slot(screen, view, slot);
}

static void draw_game(const struct screen *screen, const struct view *view) {
    char text[WORDS_MAX];

    if (!view->match->has_pid)
        return;
    mvaddstr(NAME_Y, 0, "game ");
    for (int i = 0; i < PACKET_PID_LEN; i++)
        printw("%02x", view->match->pid[i]);
    draw_board(screen, view);
    for (int i = 0; i < 2; i++) {
        words_side(view->match, i == 0 ? STONES_WHITE : STONES_BLACK, text);
        mvaddnstr(SIDES_Y + i, 1, text, COLS - 1);
    }
}

static void show(struct face *face, const struct view *view) {
    struct screen *screen = (struct screen *)(void *)face;

    if (screen->stage != view->stage)
        screen->line_len = 0;
    screen->stage = view->stage;
    erase();
    if (LINES < HEIGHT_MIN || COLS < WIDTH_MIN) {
        mvprintw(0, 0, "Please make the terminal %d x %d.", WIDTH_MIN, HEIGHT_MIN);
        refresh();
        return;
    }
    mvprintw(TITLE_Y, 0, "3 Stones   %.40s   %.40s", view->server, view->status);
    draw_game(screen, view);
    for (int i = 0; i < NEWS_COUNT; i++)
        mvaddnstr(NEWS_Y + i, 1, screen->news[i], COLS - 1);
    attrset(A_DIM);
    mvaddnstr(HELP_Y, 1, helps[view->stage], COLS - 1);
    attrset(A_NORMAL);
    mvprintw(PROMPT_Y, 1, "%s%.*s", prompts[view->stage], (int)screen->line_len, screen->line);
    refresh();
}

// move_cursor goes to the next slot in a direction, across the centre and what is no slot.
static void move_cursor(struct screen *screen, int down, int right) {
    int row = screen->row + down, col = screen->col + right;

    while (row >= 0 && row < STONES_GRID && col >= 0 && col < STONES_GRID) {
        if (stones_slot(row, col) != STONES_NO_SLOT) {
            screen->row = row;
            screen->col = col;
            return;
        }
        row += down;
        col += right;
    }
}

static bool quit(struct input *ret) {
    ret->kind = INPUT_QUIT;
    return true;
}

static bool place(int slot, struct input *ret) {
    ret->kind = INPUT_SLOT;
    ret->slot = slot;
    return true;
}

static bool enter(struct screen *screen, struct input *ret) {
    if (screen->stage == STAGE_PLACING && screen->line_len == 0)
        return place(stones_slot(screen->row, screen->col), ret);
    ret->kind = INPUT_LINE;
    memcpy(ret->line, screen->line, screen->line_len);
    ret->line[screen->line_len] = '\0';
    screen->line_len = 0;
    return true;
}

static bool click(struct screen *screen, struct input *ret) {
    MEVENT event;

    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return false;
    const int col = event.x < BOARD_X ? -1 : (event.x - BOARD_X) / CELL_WIDTH;
    const int slot = stones_slot(event.y - BOARD_Y - 1, col);
    if (screen->stage != STAGE_PLACING || slot == STONES_NO_SLOT)
        return false;
    screen->row = stones_row(slot);
    screen->col = stones_col(slot);
    return place(slot, ret);
}

// type adds a character to the line. Where no text is asked for, a letter is a command by itself.
static bool type(struct screen *screen, int key, struct input *ret) {
    if (key < ' ' || key > '~')
        return false;
    if (screen->stage != STAGE_ADDRESS && (key == 'q' || key == 'Q'))
        return quit(ret);
    if (screen->line_len < sizeof screen->line - 1)
        screen->line[screen->line_len++] = (char)key;
    const bool is_command = strchr("sS?", key) != NULL;
    return screen->stage != STAGE_ADDRESS && is_command && enter(screen, ret);
}

// press returns true when the key completed an input.
static bool press(struct screen *screen, int key, struct input *ret) {
    switch (key) {
    case CTRL_C:
    case CTRL_D:
        return quit(ret);
    case KEY_UP:
        move_cursor(screen, -1, 0);
        return false;
    case KEY_DOWN:
        move_cursor(screen, 1, 0);
        return false;
    case KEY_LEFT:
        move_cursor(screen, 0, -1);
        return false;
    case KEY_RIGHT:
        move_cursor(screen, 0, 1);
        return false;
    case KEY_MOUSE:
        return click(screen, ret);
    case KEY_ENTER:
    case '\r':
    case '\n':
        return enter(screen, ret);
    case KEY_BACKSPACE:
    case CTRL_H:
    case DELETE:
        screen->line_len -= screen->line_len > 0;
        return false;
    case CTRL_L:
        clearok(stdscr, TRUE);
        return false;
    default:
        return type(screen, key, ret);
    }
}

// A terminal that is readable and gives nothing has gone.
static bool read_input(struct face *face, bool is_readable, struct input *ret) {
    struct screen *screen = (struct screen *)(void *)face;
    int key;

    while ((key = getch()) != ERR) {
        is_readable = false;
        if (press(screen, key, ret))
            return true;
    }
    return is_readable && quit(ret);
}

static void close_face(struct face *face) {
    struct screen *screen = (struct screen *)(void *)face;

    endwin();
    delscreen(screen->curses);
    free(screen);
}

static void set_terminal(void) {
    raw(); // Ctrl-C is a key like any other
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    if (has_colors()) {
        start_color();
        use_default_colors();
        init_pair(PAIR_PLAYABLE, COLOR_GREEN, -1);
        init_pair(PAIR_WHITE, COLOR_CYAN, -1);
        init_pair(PAIR_BLACK, COLOR_RED, -1);
    }
}

static bool can_place_cursor(void) {
    int problem;

    // A terminal that nobody knows must not end the program, as initscr would.
    if (setupterm(NULL, STDOUT_FILENO, &problem) != OK)
        return false;
    const char *address = tigetstr("cup");
    const bool can = address != NULL && (intptr_t)address != -1;
    del_curterm(cur_term); // newterm reads it anew
    return can;
}

struct face *face_open_screen(void) {
    struct screen *screen = calloc(1, sizeof *screen);

    if (screen == NULL || !can_place_cursor() ||
        (screen->curses = newterm(NULL, stdout, stdin)) == NULL) {
        free(screen);
        return NULL;
    }
    set_terminal();
    screen->row = 2;
    screen->col = 3;
    screen->face = (struct face){
        .say = say,
        .board = board,
        .show = show,
        .read = read_input,
        .close = close_face,
        .fd = STDIN_FILENO,
    };
    return &screen->face;
}
