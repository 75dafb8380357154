import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("3 Stones")
class StonesTest {
    private static final String ADDRESS = System.getenv().getOrDefault("STONES", "localhost:50000");

    /** Plays until so many stones are on the board, each at a random legal slot. */
    private static void play(StonesClient client, int stones, Random random) throws IOException {
        while (client.game.stones < stones) {
            List<StonesRules.Slot> legal = client.game.legal();
            client.place(legal.get(random.nextInt(legal.size())));
        }
    }

    /** Plays a game in two sessions, then sees all of it again in a third. */
    private static void playResuming(int level, int stones, Random random) throws IOException {
        StonesClient first = new StonesClient(ADDRESS);
        try (first) {
            first.start(level);
            play(first, stones, random);
        }
        StonesClient second = new StonesClient(ADDRESS);
        try (second) {
            second.resume(first);
            play(second, StonesRules.STONES_MAX, random);
        }
        try (StonesClient third = new StonesClient(ADDRESS)) {
            third.resume(second);
        }
    }

    @ParameterizedTest(name = "a whole game is played and every score judged, level {0}")
    @ValueSource(ints = {0, 1, 2, 3})
    void whole(int level) throws IOException {
        try (StonesClient client = new StonesClient(ADDRESS)) {
            client.start(level);
            play(client, StonesRules.STONES_MAX, new Random(level));
        }
    }

    @ParameterizedTest(name = "a game is resumed after {0} stones, and seen again at its end")
    @ValueSource(ints = {0, 2, 14, 28, 30})
    void resumed(int stones) throws IOException {
        playResuming(1, stones, new Random(stones));
    }

    @Test
    @DisplayName("a stone sent again gets the same packets again")
    void again() throws IOException {
        try (StonesClient client = new StonesClient(ADDRESS)) {
            client.start(1);
            play(client, 6, new Random(6));
            StonesClient.Packet white = client.told.get(4);
            client.send(StonesClient.Packet.of(StonesClient.PLACE_STONE, client.pid, white.row(), white.col(), 4, 0));
            assertArrayEquals(white.bytes(), client.receive().bytes());
            assertArrayEquals(client.told.get(5).bytes(), client.receive().bytes());
        }
    }

    @Test
    @DisplayName("two games on one connection do not mix")
    void interleaved() throws IOException {
        try (StonesClient client = new StonesClient(ADDRESS)) {
            client.start(1);
            play(client, 4, new Random(1));
            byte[] pid = client.pid;
            StonesRules game = client.game;
            client.game = new StonesRules();
            client.start(1);
            play(client, StonesRules.STONES_MAX, new Random(2));
            client.pid = pid;
            client.game = game;
            play(client, StonesRules.STONES_MAX, new Random(3));
        }
    }

    /** Changes to a good PLACE_STONE of the fourth stone pair, and the reason that they must be refused with. */
    @ParameterizedTest(name = "byte {0} set to {1} is refused with {2}")
    @CsvSource({
        "0, 1, 1", "3, 9, 1", "3, 10, 1", "29, 1, 2", "31, 255, 2", "4, 255, 3", "19, 1, 3", "23, 3, 8", "23, 5, 8",
        "20, 7, 4", "21, 7, 4", "20, 255, 4",
    })
    void refused(int offset, int value, int reason) throws IOException {
        try (StonesClient client = new StonesClient(ADDRESS)) {
            client.start(1);
            play(client, 6, new Random(7));
            StonesRules.Slot slot = client.game.legal().get(0);
            byte[] bytes = StonesClient.Packet.of(StonesClient.PLACE_STONE, client.pid, slot.row(), slot.col(), 6, 0)
                .bytes();
            bytes[offset] = (byte) value;
            judgeRefusal(client, new StonesClient.Packet(bytes), reason);
            play(client, StonesRules.STONES_MAX, new Random(8));
        }
    }

    private static void judgeRefusal(StonesClient client, StonesClient.Packet packet, int reason) throws IOException {
        client.send(packet);
        StonesClient.Packet refusal = client.receive();
        assertEquals(StonesClient.REFUSED, refusal.type(), "type");
        assertEquals(reason, refusal.detail(), "reason");
        assertArrayEquals(packet.pid(), refusal.pid(), "pid is echoed");
        assertEquals(packet.slot(), refusal.slot(), "slot is echoed");
        boolean tells = reason >= 4 && reason <= 8;
        assertEquals(tells ? client.game.stones : 0, refusal.stones(), "stones");
        assertEquals(tells ? List.of(client.game.white(), client.game.black(), client.game.left(StonesRules.WHITE),
            client.game.left(StonesRules.BLACK)) : List.of(0, 0, 0, 0), refusal.scoresAndLeft(), "scores");
    }

    private static StonesClient.Packet place(StonesClient client, StonesRules.Slot slot) {
        return StonesClient.Packet.of(StonesClient.PLACE_STONE, client.pid, slot.row(), slot.col(),
            client.game.stones, 0);
    }

    @Test
    @DisplayName("an occupied slot, a slot elsewhere, the centre and a game that is over are refused")
    void rules() throws IOException {
        try (StonesClient client = new StonesClient(ADDRESS)) {
            client.start(1);
            play(client, 2, new Random(9));
            List<StonesRules.Slot> legal = client.game.legal();
            StonesRules.Slot elsewhere = IntStream.range(0, 49)
                .mapToObj(i -> new StonesRules.Slot(i / 7, i % 7))
                .filter(slot -> client.game.isEmpty(slot) && !legal.contains(slot)).findFirst().orElseThrow();
            judgeRefusal(client, place(client, elsewhere), 6);
            judgeRefusal(client, place(client, client.told.get(0).slot()), 5);
            judgeRefusal(client, place(client, new StonesRules.Slot(3, 3)), 4);
            judgeRefusal(client, place(client, new StonesRules.Slot(0, 0)), 4);
            play(client, StonesRules.STONES_MAX, new Random(10));
            judgeRefusal(client, place(client, elsewhere), 7);
        }
    }

    @Test
    @DisplayName("ten clients at once wait for seats, play, resume and see their games again")
    void ten() throws Exception {
        Crowd.run(IntStream.range(0, 10).<Callable<Void>>mapToObj(i -> () -> {
            for (int stones : Arrays.asList(2, 10, 20))
                playResuming(i % 3 + 1, stones, new Random(100 * i + stones));
            return null;
        }).toList());
    }
}
