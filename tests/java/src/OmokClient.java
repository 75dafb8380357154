import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Omok over HTTP as existing clients speak it: HttpURLConnection with its keep-alive, a browser's name as
 * User-Agent, no time-outs, any status but 200 is "cannot connect".
 */
final class OmokClient {
    /** How requests are written; every generation must work unchanged. */
    enum Dialect {
        MOVE("//%s", "move=%d,%d"),
        MOVE_ENCODED("//%s/index.php", "move=%d%%2C%d"),
        XY("/%s", "x=%d&y=%d"),
        XY_SLASH("/%s/", "x=%d&y=%d"),
        PREFIX("/some/home/%s/index.php", "move=%d,%d");

        final String path;
        final String point;

        Dialect(String path, String point) {
            this.path = path;
            this.point = point;
        }
    }

    /** One stone as the service reports it; row is empty or five points as x, y, x, y, ... */
    record Stone(int x, int y, boolean isWin, boolean isDraw, List<Long> row) {
    }

    /** The answer to a move; move is null where the player's own stone has ended the game. */
    record Answer(Stone ack, Stone move) {
    }

    /** A documented refusal: HTTP 200 with response false. */
    static final class Refused extends RuntimeException {
        Refused(String reason) {
            super(reason);
        }
    }

    private final String base;
    private final Dialect dialect;

    OmokClient(String base, Dialect dialect) {
        this.base = base;
        this.dialect = dialect;
    }

    /** The body of an answer as it came; the shape that careless clients rely on is checked here. */
    String get(String name, String query) throws IOException {
        URL url = new URL(base + String.format(dialect.path, name) + query);
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.setRequestProperty("User-Agent", "Mozilla/5.0");
        if (connection.getResponseCode() != 200)
            throw new IOException("cannot connect: status " + connection.getResponseCode());
        try (InputStream in = connection.getInputStream()) {
            byte[] body = in.readAllBytes();
            if (body.length != connection.getContentLength() || body[0] != '{')
                throw new IOException("body does not start with { or has another length than announced");
            for (byte each : body)
                if (each < 0x20)
                    throw new IOException("body is not one line of ASCII");
            return new String(body, StandardCharsets.US_ASCII);
        }
    }

    Map<String, Object> call(String name, String query) throws IOException {
        Map<String, Object> answer = Json.object(get(name, query));
        if (Boolean.FALSE.equals(answer.get("response")))
            throw new Refused((String) answer.get("reason"));
        return answer;
    }

    String start(String strategy) throws IOException {
        return (String) call("new", "?strategy=" + strategy).get("pid");
    }

    Answer play(String pid, int x, int y) throws IOException {
        Map<String, Object> answer = call("play", "?pid=" + pid + "&" + String.format(dialect.point, x, y));
        return new Answer(stone(answer, "ack_move"), stone(answer, "move"));
    }

    @SuppressWarnings("unchecked")
    private static Stone stone(Map<String, Object> answer, String key) throws IOException {
        Map<String, Object> map = (Map<String, Object>) answer.get(key);
        if (map == null && answer.containsKey(key))
            throw new IOException(key + " is null");
        if (map == null)
            return null;
        if (!List.copyOf(map.keySet()).equals(List.of("x", "y", "isWin", "isDraw", "row")))
            throw new IOException(key + " has other keys or another order: " + map.keySet());
        return new Stone(((Long) map.get("x")).intValue(), ((Long) map.get("y")).intValue(),
            (Boolean) map.get("isWin"), (Boolean) map.get("isDraw"), (List<Long>) map.get("row"));
    }
}
