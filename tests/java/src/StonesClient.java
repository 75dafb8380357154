import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A 3 Stones client, written from the protocol's page: one connection, and the game that it plays. */
final class StonesClient implements AutoCloseable {
    static final int REQUEST_GAME_START = 0;
    static final int PLACE_STONE = 1;
    static final int RESUME_GAME = 2;
    static final int GAME_START = 10;
    static final int WHITE_PLACED = 11;
    static final int BLACK_PLACED = 12;
    static final int GAME_OVER = 13;
    static final int REFUSED = 14;
    static final int NONE = 255;
    static final byte[] NO_PID = new byte[16];

    /** One message of 32 bytes. */
    record Packet(byte[] bytes) {
        static Packet of(int type, byte[] pid, int row, int col, int stones, int detail) {
            byte[] bytes = new byte[32];
            bytes[3] = (byte) type;
            System.arraycopy(pid, 0, bytes, 4, 16);
            bytes[20] = (byte) row;
            bytes[21] = (byte) col;
            bytes[23] = (byte) stones;
            bytes[28] = (byte) detail;
            return new Packet(bytes);
        }

        private int at(int offset) {
            return bytes[offset] & 0xff;
        }

        int type() {
            return at(0) << 24 | at(1) << 16 | at(2) << 8 | at(3);
        }

        byte[] pid() {
            return Arrays.copyOfRange(bytes, 4, 20);
        }

        int row() {
            return at(20);
        }

        int col() {
            return at(21);
        }

        int points() {
            return at(22);
        }

        int stones() {
            return at(23);
        }

        List<Integer> scoresAndLeft() {
            return List.of(at(24), at(25), at(26), at(27));
        }

        int detail() {
            return at(28);
        }

        StonesRules.Slot slot() {
            return new StonesRules.Slot(row(), col());
        }
    }

    private final Socket socket;
    private final DataInputStream in;
    final List<Packet> told = new ArrayList<>(); // every stone's packet, as first sent
    StonesRules game = new StonesRules();
    byte[] pid = NO_PID;

    StonesClient(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    void send(Packet packet) throws IOException {
        socket.getOutputStream().write(packet.bytes());
    }

    Packet receive() throws IOException {
        Packet packet = new Packet(in.readNBytes(32));
        assertEquals(32, packet.bytes().length, "the connection ended inside a packet");
        assertArrayEquals(new byte[3], Arrays.copyOfRange(packet.bytes(), 29, 32), "reserved bytes");
        return packet;
    }

    private Packet receive(int type) throws IOException {
        Packet packet = receive();
        assertEquals(type, packet.type(), () -> "type of the packet, detail " + packet.detail());
        assertArrayEquals(pid, packet.pid(), "pid");
        return packet;
    }

    private List<Integer> counts() {
        return List.of(game.white(), game.black(), game.left(StonesRules.WHITE), game.left(StonesRules.BLACK));
    }

    void start(int level) throws IOException {
        send(Packet.of(REQUEST_GAME_START, NO_PID, 0, 0, 0, level));
        Packet start = receive();
        assertEquals(GAME_START, start.type(), "type of the first packet");
        pid = start.pid();
        assertEquals(0, start.stones(), "stones of a new game");
        assertEquals(counts(), start.scoresAndLeft(), "scores of a new game");
    }

    /** Reads the packet of the next stone, puts it and judges every count that the packet gives. */
    private void judge(int type) throws IOException {
        Packet packet = receive(type);
        assertEquals(game.put(packet.slot()), packet.points(), "points of the stone at " + packet.slot());
        assertEquals(game.stones, packet.stones(), "stones on the board");
        assertEquals(counts(), packet.scoresAndLeft(), "scores and stones left");
        told.add(packet);
    }

    private void judgeOver() throws IOException {
        Packet over = receive(GAME_OVER);
        assertEquals(game.outcome(), over.detail(), "who won");
        assertEquals(NONE, over.row(), "row of GAME_OVER");
        assertEquals(NONE, over.col(), "column of GAME_OVER");
        assertEquals(StonesRules.STONES_MAX, over.stones(), "stones of GAME_OVER");
        assertEquals(counts(), over.scoresAndLeft(), "scores and stones left");
    }

    /** The client's stone and the server's answer; both are judged. */
    void place(StonesRules.Slot slot) throws IOException {
        send(Packet.of(PLACE_STONE, pid, slot.row(), slot.col(), game.stones, 0));
        judge(WHITE_PLACED);
        assertEquals(slot, told.get(told.size() - 1).slot(), "the stone was put elsewhere");
        judge(BLACK_PLACED);
        if (game.isOver())
            judgeOver();
    }

    /** Sees the game again on this connection: every packet must be what was told the first time. */
    void resume(StonesClient before) throws IOException {
        send(Packet.of(RESUME_GAME, before.pid, NONE, NONE, 0, 0));
        Packet start = receive();
        assertEquals(GAME_START, start.type(), "type of the first packet");
        assertArrayEquals(before.pid, start.pid(), "pid");
        assertEquals(before.told.size(), start.stones(), "stones that follow");
        assertEquals(before.counts(), start.scoresAndLeft(), "current scores");
        pid = before.pid;
        for (Packet packet : before.told) {
            judge(packet.type());
            assertArrayEquals(packet.bytes(), told.get(told.size() - 1).bytes(), "the packet as first sent");
        }
        if (game.isOver())
            judgeOver();
    }
}
