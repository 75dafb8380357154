import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

/** The rules of omok, written again: keeps the board of one game and judges all that the service says of it. */
final class OmokJudge {
    static final int SIZE = 15;
    static final int PLAYER = 1;
    static final int COMPUTER = 2;
    private static final int[][] DIRECTIONS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    /** All 572 lines of five points, as numbers y * SIZE + x. */
    static final List<int[]> FIVES = fives();

    final int[] board = new int[SIZE * SIZE];
    int stones;
    int winner;

    private static List<int[]> fives() {
        List<int[]> lines = new ArrayList<>();
        for (int start = 0; start < SIZE * SIZE; start++)
            for (int[] step : DIRECTIONS) {
                int x = start % SIZE + 4 * step[0];
                int y = start / SIZE + 4 * step[1];
                if (x < 0 || x >= SIZE || y < 0 || y >= SIZE)
                    continue;
                int[] line = new int[5];
                for (int i = 0; i < 5; i++)
                    line[i] = start + i * (step[0] + SIZE * step[1]);
                lines.add(line);
            }
        return lines;
    }

    boolean isOver() {
        return winner != 0 || stones == SIZE * SIZE;
    }

    private boolean hasFive(int who) {
        return FIVES.stream().anyMatch(line -> java.util.Arrays.stream(line).allMatch(at -> board[at] == who));
    }

    private void put(OmokClient.Stone stone, int who) {
        int at = stone.y() * SIZE + stone.x();
        assertEquals(0, board[at], "stone on an occupied point");
        board[at] = who;
        stones++;
        if (hasFive(who))
            winner = who;
        assertEquals(winner == who, stone.isWin(), "isWin");
        assertEquals(winner == 0 && stones == SIZE * SIZE, stone.isDraw(), "isDraw");
        judgeRow(stone, who);
    }

    /** The row must be five points of that colour on one line, the new stone among them. */
    private void judgeRow(OmokClient.Stone stone, int who) {
        if (!stone.isWin()) {
            assertTrue(stone.row().isEmpty(), "row without a win");
            return;
        }
        assertEquals(10, stone.row().size(), "numbers in the row");
        List<Integer> points = new ArrayList<>();
        for (int i = 0; i < 10; i += 2)
            points.add((int) (stone.row().get(i + 1) * SIZE + stone.row().get(i)));
        assertTrue(points.contains(stone.y() * SIZE + stone.x()), "the new stone is in the row");
        assertTrue(points.stream().allMatch(at -> board[at] == who), "the row has one colour");
        assertTrue(FIVES.stream().anyMatch(line -> points.stream().sorted().toList()
            .equals(java.util.Arrays.stream(line).sorted().boxed().toList())), "the row is a line of five");
    }

    /** Takes the answer to a stone at (x, y) into the game. */
    void judge(int x, int y, OmokClient.Answer answer) {
        assertFalse(isOver(), "a move after the end");
        assertEquals(x, answer.ack().x(), "x of ack_move");
        assertEquals(y, answer.ack().y(), "y of ack_move");
        put(answer.ack(), PLAYER);
        if (isOver())
            assertNull(answer.move(), "move after the player has ended the game");
        else
            put(answer.move(), COMPUTER);
    }
}
