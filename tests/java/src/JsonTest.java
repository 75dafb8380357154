import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("JSON reader")
class JsonTest {
    @Test
    @DisplayName("values of every kind are read, in order")
    void reads() {
        Map<String, Object> read = Json.object("{\"b\":[1,-20,true,null,\"\\u00e9\\n\"], \"a\":{}}");
        assertEquals(List.of("b", "a"), List.copyOf(read.keySet()));
        assertEquals(java.util.Arrays.asList(1L, -20L, true, null, "\u00e9\n"), read.get("b"));
    }

    @ParameterizedTest(name = "refused: {0}")
    @ValueSource(strings = {
        "\ufeff{}", "{} x", "{\"a\":1,\"a\":1}", "{\"a\":1,}", "[1,]", "[01]", "[+1]", "[1.]", "{'a':1}", "{a:1}",
        "[\"\u0001\"]", "[\"", "", "[NaN]", "[\"\\x\"]", "[\"\\u00g0\"]",
    })
    void refuses(String text) {
        assertThrows(Json.Malformed.class, () -> Json.parse(text));
    }
}
