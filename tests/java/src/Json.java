import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON reader as strict as the strictest that clients use: no duplicate key, no byte-order mark, nothing
 * before or after the value, no control character in a string, no leading zero. Objects keep their order.
 */
final class Json {
    /** What is not JSON in this sense. */
    static final class Malformed extends RuntimeException {
        Malformed(String what, int at) {
            super(what + " at " + at);
        }
    }

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Gives a Map, List, String, Long, Double, Boolean or null. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at != text.length())
            throw json.malformed("text after the value");
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String text) {
        return (Map<String, Object>) parse(text);
    }

    private Malformed malformed(String what) {
        return new Malformed(what, at);
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void space() {
        while (" \t\r\n".indexOf(peek()) >= 0 && at < text.length())
            at++;
    }

    private void expect(String word) {
        if (!text.startsWith(word, at))
            throw malformed("no " + word);
        at += word.length();
    }

    private Object value() {
        space();
        switch (peek()) {
        case '{': return members();
        case '[': return elements();
        case '"': return string();
        case 't': expect("true"); return true;
        case 'f': expect("false"); return false;
        case 'n': expect("null"); return null;
        default: return number();
        }
    }

    private Map<String, Object> members() {
        Map<String, Object> map = new LinkedHashMap<>();
        expect("{");
        space();
        if (peek() == '}') {
            at++;
            return map;
        }
        while (true) {
            space();
            String key = string();
            if (map.containsKey(key))
                throw malformed("duplicate key " + key);
            space();
            expect(":");
            map.put(key, value());
            space();
            if (peek() == '}') {
                at++;
                return map;
            }
            expect(",");
        }
    }

    private List<Object> elements() {
        List<Object> list = new ArrayList<>();
        expect("[");
        space();
        if (peek() == ']') {
            at++;
            return list;
        }
        while (true) {
            list.add(value());
            space();
            if (peek() == ']') {
                at++;
                return list;
            }
            expect(",");
        }
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        expect("\"");
        while (peek() != '"') {
            if (peek() < 0x20)
                throw malformed("control character or end in a string");
            out.append(peek() == '\\' ? escape() : text.charAt(at++));
        }
        at++;
        return out.toString();
    }

    private char escape() {
        at++;
        char letter = peek();
        at++;
        int plain = "\"\\/bfnrt".indexOf(letter);
        if (plain >= 0)
            return "\"\\/\b\f\n\r\t".charAt(plain);
        if (letter != 'u' || at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}"))
            throw malformed("unknown escape");
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object number() {
        int start = at;
        while ("+-0123456789.eE".indexOf(peek()) >= 0 && at < text.length())
            at++;
        String word = text.substring(start, at);
        if (word.matches("-?(0|[1-9][0-9]*)"))
            return new BigInteger(word).longValueExact();
        if (word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"))
            return Double.valueOf(word);
        throw malformed("no value");
    }
}
