// player_brain.c - another program as a player, over the Gomocup protocol.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

// start_process runs the program with its standard input and output at ours. It is given its own
// standard error, so that what it has to say is seen.
static int start_process(const char *path, FILE **to, FILE **from) {
    int down[2], up[2];

    if (pipe(down) != 0 || pipe(up) != 0)
        return 1;
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        close(down[1]);
        close(up[0]);
        execlp(path, path, (char *)NULL);
        perror(path);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    *to = fdopen(down[1], "w");
    *from = fdopen(up[0], "r");
    return pid < 0 || *to == NULL || *from == NULL;
}

// answer reads lines until one that is not a message to people.
static const char *answer(const struct player *player, char *line, int size) {
    while (fgets(line, size, player->from) != NULL)
        if (strncmp(line, "MESSAGE", 7) != 0 && strncmp(line, "DEBUG", 5) != 0)
            return line;
    return "";
}

int brain_start_program(const char *path, struct player *ret) {
    char line[512];

    if (start_process(path, &ret->to, &ret->from) != 0) {
        perror(path);
        return 1;
    }
    fprintf(
        ret->to,
        "START %d\nINFO rule 0\nINFO timeout_match 0\nINFO timeout_turn %d\nINFO max_node %llu\n",
        OMOK_SIZE, ret->think_ms, (unsigned long long)ret->nodes);
    fflush(ret->to);
    if (strncmp(answer(ret, line, sizeof line), "OK", 2) == 0)
        return 0;
    fprintf(stderr, "bench: %s does not play %d x %d\n", path, OMOK_SIZE, OMOK_SIZE);
    return 1;
}

// The whole board is sent each time, so that any program may stand in for another in mid-game.
struct omok_choice brain_choose(const struct player *player, const struct omok *game) {
    struct omok_choice choice = {.at = {-1, -1}};
    char line[512];

    fputs("BOARD\n", player->to);
    for (int at = 0; at < OMOK_POINTS; at++) {
        const int stone = game->stones[at / OMOK_SIZE][at % OMOK_SIZE];
        if (stone != STONE_NONE)
            fprintf(player->to, "%d,%d,%d\n", at % OMOK_SIZE, at / OMOK_SIZE,
                    stone == (int)game->to_move ? 1 : 2);
    }
    fputs("DONE\n", player->to);
    fflush(player->to);
    if (sscanf(answer(player, line, sizeof line), "%d,%d", &choice.at.x, &choice.at.y) != 2)
        fprintf(stderr, "bench: no move but '%s'\n", line);
    return choice;
}

void brain_end(struct player *player) {
    fputs("END\n", player->to);
    fclose(player->to);
    fclose(player->from);
}
