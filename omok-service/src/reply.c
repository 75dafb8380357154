#include "reply.h"

#include <string.h>

#include "core/omok_strategy.h"

static const char *const booleans[] = {"false", "true"};

void reply_info(struct text *text) {
    text_add(text, "{\"size\":");
    text_int(text, OMOK_SIZE);
    text_add(text, ",\"strategies\":[");
    for (const struct omok_strategy *s = omok_strategies; s->name != NULL; s++) {
        text_add(text, s == omok_strategies ? "" : ",");
        text_quote(text, s->name, strlen(s->name));
    }
    text_add(text, "]}");
}

void reply_new(struct text *text, const char *pid) {
    text_add(text, "{\"response\":true,\"pid\":");
    text_quote(text, pid, strlen(pid));
    text_add(text, "}");
}

void reply_refusal(struct text *text, const struct refusal *refusal) {
    text_add(text, "{\"response\":false,\"reason\":\"");
    text_add(text, refusal_text(refusal->reason));
    text_escape(text, refusal->detail, refusal->detail_len);
    text_add(text, "\"}");
}

static void put_point(struct text *text, struct point at) {
    text_int(text, at.x);
    text_add(text, ",");
    text_int(text, at.y);
}

static void put_row(struct text *text, const struct point row[OMOK_ROW]) {
    for (int i = 0; i < OMOK_ROW; i++) {
        text_add(text, i == 0 ? "" : ",");
        put_point(text, row[i]);
    }
}

static void put_stone(struct text *text, const struct told *told) {
    text_add(text, "{\"x\":");
    text_int(text, told->at.x);
    text_add(text, ",\"y\":");
    text_int(text, told->at.y);
    text_add(text, ",\"isWin\":");
    text_add(text, booleans[told->is_win]);
    text_add(text, ",\"isDraw\":");
    text_add(text, booleans[told->is_draw]);
    text_add(text, ",\"row\":[");
    if (told->is_win)
        put_row(text, told->row);
    text_add(text, "]}");
}

void reply_play(struct text *text, const struct told *ack, const struct told *move) {
    text_add(text, "{\"response\":true,\"ack_move\":");
    put_stone(text, ack);
    if (move != NULL) {
        text_add(text, ",\"move\":");
        put_stone(text, move);
    }
    text_add(text, "}");
}

static const char *winner(const struct omok *game) {
    if (!omok_is_over(game))
        return "null";
    if (game->winner == STONE_NONE)
        return "\"draw\"";
    return game->winner == STONE_BLACK ? "\"player\"" : "\"computer\"";
}

void reply_game(struct text *text, const char *pid, const struct omok_record *record) {
    const struct omok game = omok_record_replay(record, record->count);
    struct told last = {0};

    if (record->count > 0)
        last = tell_stone(&game, (struct point){record->moves[record->count - 1] % OMOK_SIZE,
                                                record->moves[record->count - 1] / OMOK_SIZE});
    text_add(text, "{\"response\":true,\"pid\":");
    text_quote(text, pid, strlen(pid));
    text_add(text, ",\"strategy\":");
    text_quote(text, record->strategy->name, strlen(record->strategy->name));
    text_add(text, ",\"turn\":");
    text_int(text, record->count);
    text_add(text, ",\"over\":");
    text_add(text, booleans[omok_is_over(&game)]);
    text_add(text, ",\"winner\":");
    text_add(text, winner(&game));
    text_add(text, ",\"row\":[");
    if (last.is_win)
        put_row(text, last.row);
    text_add(text, "],\"moves\":[");
    for (int i = 0; i < record->count; i++) {
        text_add(text, i == 0 ? "" : ",");
        put_point(text, (struct point){record->moves[i] % OMOK_SIZE, record->moves[i] / OMOK_SIZE});
    }
    text_add(text, "]}");
}

void reply_health(struct text *text) {
    text_add(text, "{\"alive\":true}");
}

void reply_ready(struct text *text, bool ready, bool store_ready) {
    text_add(text, "{\"ready\":");
    text_add(text, booleans[ready]);
    text_add(text, ",\"store\":");
    text_add(text, booleans[store_ready]);
    text_add(text, "}");
}

void reply_config(struct text *text, const char *stones_ws) {
    text_add(text, "{\"stonesWs\":");
    if (stones_ws == NULL || stones_ws[0] == '\0')
        text_add(text, "null");
    else
        text_quote(text, stones_ws, strlen(stones_ws));
    text_add(text, "}");
}
