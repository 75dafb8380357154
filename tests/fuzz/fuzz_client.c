// fuzz_client.c - any packets from a server that lies, and any lines from a player: the client's
// picture of the game stays one that the rules bear out, and what it says fits.
//
// The first byte chooses what is asked. Then come packets; one whose first byte is 0xff is a line
// that the player types instead. A pid of all ones stands for the game's.
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t game_pid[PACKET_PID_LEN] = {0x11, 0x22, 0x33};

static void check(const struct match *match) {
    struct stones game = stones_start();
    char line[WORDS_BOARD_MAX], sentence[WORDS_MAX];

    for (int i = 0; i < match->game.count; i++) {
        const int side = i % 2, before = game.points[side];
        assert(stones_play(&game, match->slots[i]) == CORE_OK);
        assert(game.points[side] - before == match->points[i]);
        words_stone(match, i, sentence);
    }
    assert(game.slots[0] == match->game.slots[0] && game.slots[1] == match->game.slots[1]);
    assert(game.points[0] == match->game.points[0] && game.points[1] == match->game.points[1]);
    assert(match->state != MATCH_YOURS || (game.count % 2 == 0 && game.count < STONES_TOTAL));
    assert(match->state != MATCH_OVER || game.count == STONES_TOTAL);

    for (int row = -1; row < STONES_GRID; row++) {
        words_board_line(match, row, line);
        assert(strlen(line) == 32);
    }
    words_side(match, STONES_WHITE, sentence);
    words_side(match, STONES_BLACK, sentence);
    words_result(match, sentence);
}

static void type_line(struct match *match, const uint8_t bytes[PACKET_LEN]) {
    char line[PACKET_LEN], why[WORDS_MAX];
    int row = 0, col = 0;

    memcpy(line, bytes + 1, PACKET_LEN - 1);
    line[PACKET_LEN - 1] = '\0';
    if (words_parse(line, &row, &col) != LINE_SLOT)
        return;
    assert(row >= 0 && row <= 99 && col >= 0 && col <= 99);
    if (!words_illegal(match, row, col, why) && match->state == MATCH_YOURS)
        match_ask_stone(match, stones_slot(row, col));
}

static void take(struct match *match, const uint8_t bytes[PACKET_LEN]) {
    struct packet packet;
    uint8_t ones[PACKET_PID_LEN];

    memset(ones, 0xff, sizeof ones);
    packet_decode(bytes, PACKET_LEN, &packet);
    if (memcmp(packet.pid, ones, sizeof ones) == 0)
        memcpy(packet.pid, game_pid, sizeof game_pid);

    const struct match before = *match;
    if (match_take(match, &packet) == MATCH_NONSENSE)
        assert(memcmp(match, &before, sizeof before) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct match match = match_start();

    if (size == 0)
        return 0;
    if (data[0] % 2 == 0) {
        match_ask_new(&match, 0);
    } else {
        match_set_pid(&match, game_pid);
        match_ask_again(&match);
    }
    for (size_t at = 1; size - at >= PACKET_LEN; at += PACKET_LEN) {
        if (data[at] == 0xff)
            type_line(&match, data + at);
        else
            take(&match, data + at);
        check(&match);
    }
    return 0;
}
