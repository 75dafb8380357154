import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

/** The rules of 3 Stones, written from the protocol's page: one game's board and scores, counted afresh. */
final class StonesRules {
    static final int SIZE = 7;
    static final int STONES_MAX = 30;
    static final int WHITE = 0;
    static final int BLACK = 1;
    private static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    record Slot(int row, int col) {
        boolean exists() {
            return row >= 0 && row < SIZE && col >= 0 && col < SIZE && Math.abs(row - 3) + Math.abs(col - 3) <= 4
                && !(row == 3 && col == 3);
        }
    }

    private final int[][] board = new int[SIZE][SIZE]; // 0 empty, else 1 + colour
    private final int[] scores = new int[2];
    private Slot last;
    int stones;

    int white() {
        return scores[WHITE];
    }

    int black() {
        return scores[BLACK];
    }

    int left(int colour) {
        return STONES_MAX / 2 - (stones + 1 - colour) / 2;
    }

    boolean isOver() {
        return stones == STONES_MAX;
    }

    /** As GAME_OVER tells it: 1 white won, 2 black won, 3 draw. */
    int outcome() {
        return white() > black() ? 1 : white() < black() ? 2 : 3;
    }

    boolean isEmpty(Slot slot) {
        return slot.exists() && board[slot.row()][slot.col()] == 0;
    }

    /** The empty slots in the last stone's row or column; where there is none, all empty slots. */
    List<Slot> legal() {
        List<Slot> near = new ArrayList<>();
        List<Slot> all = new ArrayList<>();
        for (int row = 0; row < SIZE; row++)
            for (int col = 0; col < SIZE; col++) {
                Slot slot = new Slot(row, col);
                if (!isEmpty(slot))
                    continue;
                all.add(slot);
                if (last != null && (last.row() == row || last.col() == col))
                    near.add(slot);
            }
        return near.isEmpty() ? all : near;
    }

    /** Puts the next stone and gives the lines of three that it completes. */
    int put(Slot slot) {
        assertTrue(legal().contains(slot), "not a legal slot: " + slot);
        int colour = stones % 2;
        int before = lines(colour);
        board[slot.row()][slot.col()] = 1 + colour;
        stones++;
        last = slot;
        int points = lines(colour) - before;
        scores[colour] += points;
        assertEquals(scores[colour], lines(colour), "the score is the number of lines");
        return points;
    }

    /** All lines of three of one colour on the whole board. */
    private int lines(int colour) {
        int lines = 0;
        for (int row = 0; row < SIZE; row++)
            for (int col = 0; col < SIZE; col++)
                for (int[] step : DIRECTIONS) {
                    boolean whole = true;
                    for (int i = 0; i < 3; i++) {
                        Slot slot = new Slot(row + i * step[0], col + i * step[1]);
                        whole &= slot.exists() && board[slot.row()][slot.col()] == 1 + colour;
                    }
                    lines += whole ? 1 : 0;
                }
        return lines;
    }
}
