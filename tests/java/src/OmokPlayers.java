import java.util.function.ToIntFunction;

/** Ways for a client to choose its next point, each aimed at one end of a game. */
final class OmokPlayers {
    // Worth of a line that one side alone has stones on, by their number.
    private static final int[] WORTH = {1, 3, 9, 27, 81};
    private static final int MUST = 1_000_000;

    private OmokPlayers() {
    }

    /** Completes lines of its own and breaks those of the computer: beats Random. */
    static int toWin(OmokJudge game) {
        return best(game, line -> own(game, line) == 4 ? MUST : WORTH[own(game, line)] * 2,
            line -> WORTH[other(game, line)]);
    }

    /** Never makes five and lets nobody make one: fills the board against Random. */
    static int toDraw(OmokJudge game) {
        return best(game, line -> own(game, line) == 4 ? -MUST : -WORTH[own(game, line)],
            line -> WORTH[other(game, line)]);
    }

    /** Plays the free point that matters least: loses to whoever plays at all. */
    static int toLose(OmokJudge game) {
        return best(game, line -> -WORTH[own(game, line)] - 1, line -> -10 * WORTH[other(game, line)]);
    }

    private static int count(OmokJudge game, int[] line, int who) {
        int count = 0;
        for (int at : line)
            count += game.board[at] == who ? 1 : 0;
        return count;
    }

    private static int own(OmokJudge game, int[] line) {
        return count(game, line, OmokJudge.PLAYER);
    }

    private static int other(OmokJudge game, int[] line) {
        return count(game, line, OmokJudge.COMPUTER);
    }

    /** The free point with the highest sum over its lines; lines of both colours count nothing. */
    private static int best(OmokJudge game, ToIntFunction<int[]> mine, ToIntFunction<int[]> theirs) {
        int[] sums = new int[game.board.length];
        for (int[] line : OmokJudge.FIVES) {
            boolean has = own(game, line) > 0;
            boolean lacks = other(game, line) > 0;
            int sum = (lacks ? 0 : mine.applyAsInt(line)) + (has ? 0 : theirs.applyAsInt(line));
            if (has && lacks || own(game, line) == 5 || other(game, line) == 5)
                continue;
            for (int at : line)
                sums[at] += sum;
        }
        int best = -1;
        for (int at = 0; at < sums.length; at++)
            if (game.board[at] == 0 && (best < 0 || sums[at] > sums[best]))
                best = at;
        return best;
    }
}
