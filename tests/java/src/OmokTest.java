import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("omok")
class OmokTest {
    private static final String URL = System.getenv().getOrDefault("OMOK_URL", "http://localhost:8080");

    private static OmokClient client(OmokClient.Dialect dialect) {
        return new OmokClient(URL, dialect);
    }

    private static OmokClient client() {
        return client(OmokClient.Dialect.MOVE);
    }

    /** Plays one whole game, judged stone by stone; gives the judge. */
    private static OmokJudge play(OmokClient client, String strategy, ToIntFunction<OmokJudge> player)
        throws IOException {
        OmokJudge game = new OmokJudge();
        String pid = client.start(strategy);
        assertTrue(pid.matches("[0-9][0-9a-f]{29,}"), "pid " + pid);
        while (!game.isOver()) {
            int at = player.applyAsInt(game);
            int x = at % OmokJudge.SIZE;
            int y = at / OmokJudge.SIZE;
            game.judge(x, y, client.play(pid, x, y));
        }
        String reason = assertThrows(OmokClient.Refused.class, () -> client.play(pid, 0, 0)).getMessage();
        assertEquals("Game already over", reason);
        return game;
    }

    /** Plays until a game ends as wished: 0 is a draw. Random may have luck, but not so often. */
    private static void playTo(int winner, OmokClient client, String strategy, ToIntFunction<OmokJudge> player)
        throws IOException {
        for (int games = 0; games < 20; games++)
            if (play(client, strategy, player).winner == winner)
                return;
        throw new AssertionError("20 games ended otherwise");
    }

    @ParameterizedTest(name = "info is read, dialect {0}")
    @EnumSource
    void info(OmokClient.Dialect dialect) throws IOException {
        Map<String, Object> info = client(dialect).call("info", "");
        assertEquals(List.of("size", "strategies"), List.copyOf(info.keySet()));
        assertEquals(15L, info.get("size"));
        assertTrue(((List<?>) info.get("strategies")).containsAll(List.of("Smart", "Random")));
    }

    @ParameterizedTest(name = "a whole game is won against Random, dialect {0}")
    @EnumSource
    void win(OmokClient.Dialect dialect) throws IOException {
        playTo(OmokJudge.PLAYER, client(dialect), "Random", OmokPlayers::toWin);
    }

    @ParameterizedTest(name = "a whole game is lost to Smart, dialect {0}")
    @EnumSource
    void loss(OmokClient.Dialect dialect) throws IOException {
        playTo(OmokJudge.COMPUTER, client(dialect), "Smart", OmokPlayers::toLose);
    }

    @ParameterizedTest(name = "a whole game of 225 stones is drawn, dialect {0}")
    @EnumSource(names = {"MOVE", "XY"})
    void draw(OmokClient.Dialect dialect) throws IOException {
        playTo(0, client(dialect), "Random", OmokPlayers::toDraw);
    }

    @Test
    @DisplayName("a game is lost to every strategy that info names but Random")
    void lossToAll() throws IOException {
        for (Object strategy : (List<?>) client().call("info", "").get("strategies"))
            if (!strategy.equals("Random"))
                playTo(OmokJudge.COMPUTER, client(), (String) strategy, OmokPlayers::toLose);
    }

    @ParameterizedTest(name = "{0}{1} is refused: {2}")
    @CsvSource(delimiter = '|', value = {
        "new  | ''                          | Strategy not specified",
        "new  | ?strategy=                  | Unknown strategy",
        "new  | ?strategy=Nobody            | Unknown strategy",
        "play | ?move=1,2                   | Pid not specified",
        "play | ?pid=12345&move=1,2         | Unknown pid",
        "play | ?pid=PID                    | Move not specified",
        "play | ?pid=PID&x=1                | y not specified",
        "play | ?pid=PID&y=1                | x not specified",
        "play | ?pid=PID&move=12            | Move not well-formed",
        "play | ?pid=PID&move=1,2,3         | Move not well-formed",
        "play | ?pid=PID&move=15,0          | 'Invalid x coordinate, 15'",
        "play | ?pid=PID&move=0,-1          | 'Invalid y coordinate, -1'",
        "play | ?pid=PID&x=1.5&y=1          | 'Invalid x coordinate, 1.5'",
        "play | ?pid=PID&move=1,1&turn=226  | Turn not well-formed",
        "play | ?pid=PID&move=1,1&turn=9    | 'Turn out of date, 0'",
        "game | ?pid=                       | Unknown pid",
    })
    void refused(String name, String query, String reason) throws IOException {
        String pid = client().start("Random");
        OmokClient.Refused refused = assertThrows(OmokClient.Refused.class,
            () -> client().call(name, query == null ? "" : query.replace("PID", pid)));
        assertEquals(reason, refused.getMessage());
    }

    @Test
    @DisplayName("the same move sent twice is an error the second time")
    void twice() throws IOException {
        String pid = client().start("Random");
        client().play(pid, 7, 7);
        OmokClient.Refused refused = assertThrows(OmokClient.Refused.class, () -> client().play(pid, 7, 7));
        assertEquals("Place not empty, (7, 7)", refused.getMessage());
    }

    @Test
    @DisplayName("a move sent again with its turn gets the first answer, byte for byte")
    void again() throws IOException {
        String pid = client().start("Random");
        String query = "?pid=" + pid + "&move=7,7&turn=0";
        assertEquals(client().get("play", query), client().get("play", query));
    }

    @Test
    @DisplayName("the text of an answer is the documented one, byte for byte")
    void text() throws IOException {
        String pid = client().start("Random");
        String answer = client().get("play", "?pid=" + pid + "&move=4,5");
        assertTrue(answer.matches("\\{\"response\":true,\"ack_move\":\\{\"x\":4,\"y\":5,\"isWin\":false,\"isDraw\":false,"
            + "\"row\":\\[]},\"move\":\\{\"x\":\\d+,\"y\":\\d+,\"isWin\":false,\"isDraw\":false,\"row\":\\[]}}"), answer);
    }

    @Test
    @DisplayName("ten clients at once each win, lose and draw")
    void ten() throws Exception {
        OmokClient.Dialect[] dialects = OmokClient.Dialect.values();
        Crowd.run(IntStream.range(0, 10).<Callable<Void>>mapToObj(i -> () -> {
            OmokClient client = client(dialects[i % dialects.length]);
            playTo(OmokJudge.PLAYER, client, "Random", OmokPlayers::toWin);
            playTo(OmokJudge.COMPUTER, client, "Smart", OmokPlayers::toLose);
            playTo(0, client, "Random", OmokPlayers::toDraw);
            return null;
        }).toList());
    }
}
