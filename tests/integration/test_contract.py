"""The HTTP contract as data: a request, and the exact bytes of its answer."""

import json
import re

import helper
from helper import Client, Gone, Redis, Service, TestCase, request_bytes, rows

ALLOW = "GET, HEAD, OPTIONS"

# pids of games that are planted before the tests; K is the hash of the key "k".
K = "af63e64c8601fd8a"
GAMES = {
    "0" * 32: "00000000 1 Random - ",
    "1" * 32: "00000002 1 Smart - efeg",
    "2" * 32: f"00000002 1 Smart {K} efeg",
    "3" * 32: f"00000009 1 Smart {K} efaagfabhfacifajff",
    "4" * 32: "00000010 1 Random - aaefbagfcahfdaifaoff",
    "5" * 32: "00000002 2 Smart - efeg",
    "6" * 32: "garbage",
    "7" * 32: "00000004 1 Smart - efegaaab",
}
EMPTY, OPEN, KEYED, WON, LOST, FORMAT, GARBAGE, LATER = GAMES
NOBODY = "0123456789abcdef0123456789abcdef"


def refused(reason):
    return '{"response":false,"reason":"%s"}' % reason


def stone(x, y, row=""):
    return ('{"x":%d,"y":%d,"isWin":%s,"isDraw":false,"row":[%s]}'
            % (x, y, "true" if row else "false", row))


PLAYED = '{"response":true,"ack_move":%s,"move":%s}' % (stone(4, 5), stone(4, 6))
WON_BODY = '{"response":true,"ack_move":%s}' % stone(5, 5, "4,5,5,5,6,5,7,5,8,5")
LOST_BODY = ('{"response":true,"ack_move":%s,"move":%s}'
             % (stone(0, 14), stone(5, 5, "4,5,5,5,6,5,7,5,8,5")))

# name, target, body
REFUSALS = [
    ("new without strategy", "/new", refused("Strategy not specified")),
    ("new, key in another case", "/new?Strategy=Smart", refused("Strategy not specified")),
    ("new, empty strategy", "/new?strategy=", refused("Unknown strategy")),
    ("new, unknown strategy", "/new?strategy=Clever", refused("Unknown strategy")),
    ("new, last strategy counts", "/new?strategy=Smart&strategy=x", refused("Unknown strategy")),
    ("play without anything", "/play", refused("Pid not specified")),
    ("play without pid", "/play?move=4,5", refused("Pid not specified")),
    ("play, empty pid", "/play?pid=&move=4,5", refused("Unknown pid")),
    ("play, odd pid", "/play?pid=x%00y", refused("Unknown pid")),
    ("play, upper-case pid", "/play?pid=" + NOBODY.upper(), refused("Unknown pid")),
    ("play, pid of no game", f"/play?pid={NOBODY}&move=4,5", refused("Unknown pid")),
    ("unknown pid before the move", f"/play?pid={NOBODY}", refused("Unknown pid")),
    ("unknown pid before the turn", f"/play?pid={NOBODY}&turn=x", refused("Unknown pid")),
    ("no move", f"/play?pid={EMPTY}", refused("Move not specified")),
    ("no move, but a turn", f"/play?pid={EMPTY}&turn=x", refused("Move not specified")),
    ("x alone", f"/play?pid={EMPTY}&x=4", refused("y not specified")),
    ("y alone", f"/play?pid={EMPTY}&y=5", refused("x not specified")),
    ("x beside move", f"/play?pid={EMPTY}&move=4,5&x=4", refused("y not specified")),
    ("y beside move", f"/play?pid={EMPTY}&y=5&move=4,5", refused("x not specified")),
    ("move is empty", f"/play?pid={EMPTY}&move=", refused("Move not well-formed")),
    ("move is one number", f"/play?pid={EMPTY}&move=4", refused("Move not well-formed")),
    ("move is three", f"/play?pid={EMPTY}&move=4,5,6", refused("Move not well-formed")),
    ("move is a word", f"/play?pid={EMPTY}&move=four,5", refused("Move not well-formed")),
    ("move has a fraction", f"/play?pid={EMPTY}&move=1.5,5", refused("Move not well-formed")),
    ("move has a plus sign", f"/play?pid={EMPTY}&move=%2B5,5", refused("Move not well-formed")),
    ("move has a zero ahead", f"/play?pid={EMPTY}&move=05,5", refused("Move not well-formed")),
    ("move has a blank", f"/play?pid={EMPTY}&move=+5,5", refused("Move not well-formed")),
    ("x too large", f"/play?pid={EMPTY}&move=20,30", refused("Invalid x coordinate, 20")),
    ("y too large", f"/play?pid={EMPTY}&move=2,30", refused("Invalid y coordinate, 30")),
    ("x just too large", f"/play?pid={EMPTY}&x=15&y=0", refused("Invalid x coordinate, 15")),
    ("y negative", f"/play?pid={EMPTY}&x=0&y=-1", refused("Invalid y coordinate, -1")),
    ("x is a word", f"/play?pid={EMPTY}&x=abc&y=5", refused("Invalid x coordinate, abc")),
    ("x is empty", f"/play?pid={EMPTY}&x=&y=5", refused("Invalid x coordinate, ")),
    ("x is a blank and five", f"/play?pid={EMPTY}&x=+5&y=5", refused("Invalid x coordinate,  5")),
    ("x with NUL", f"/play?pid={EMPTY}&x=5%00&y=5", refused(r"Invalid x coordinate, 5\u0000")),
    ("x with quote", f"/play?pid={EMPTY}&x=%22%5C&y=5", refused(r"Invalid x coordinate, \u0022\u005c")),
    ("x in UTF-8", f"/play?pid={EMPTY}&x=%C3%B6&y=5", refused(r"Invalid x coordinate, \u00c3\u00b6")),
    ("x is cut", f"/play?pid={EMPTY}&x={'7' * 1000}&y=5", refused("Invalid x coordinate, " + "7" * 20)),
    ("x is cut after decoding", f"/play?pid={EMPTY}&x={'%37' * 1000}&y=5",
     refused("Invalid x coordinate, " + "7" * 20)),
    ("move is cut", f"/play?pid={EMPTY}&move=0,{'7' * 1000}", refused("Invalid y coordinate, " + "7" * 20)),
    ("turn is a word", f"/play?pid={EMPTY}&x=1&y=1&turn=x", refused("Turn not well-formed")),
    ("turn is empty", f"/play?pid={EMPTY}&x=1&y=1&turn=", refused("Turn not well-formed")),
    ("turn is negative", f"/play?pid={EMPTY}&x=1&y=1&turn=-1", refused("Turn not well-formed")),
    ("turn is too large", f"/play?pid={EMPTY}&x=1&y=1&turn=226", refused("Turn not well-formed")),
    ("bad x before bad turn", f"/play?pid={EMPTY}&x=99&y=1&turn=x", refused("Invalid x coordinate, 99")),
    ("turn is ahead", f"/play?pid={EMPTY}&x=1&y=1&turn=2", refused("Turn out of date, 0")),
    ("turn is old", f"/play?pid={OPEN}&x=1&y=1&turn=0", refused("Turn out of date, 2")),
    ("turn before game over", f"/play?pid={WON}&x=1&y=1&turn=2", refused("Turn out of date, 9")),
    ("turn before occupied", f"/play?pid={LATER}&x=4&y=6&turn=2", refused("Turn out of date, 4")),
    ("won is over", f"/play?pid={WON}&x=14&y=14", refused("Game already over")),
    ("lost is over", f"/play?pid={LOST}&x=14&y=14", refused("Game already over")),
    ("over before occupied", f"/play?pid={WON}&x=4&y=5", refused("Game already over")),
    ("the player's point", f"/play?pid={OPEN}&move=4,5", refused("Place not empty, (4, 5)")),
    ("the computer's point", f"/play?pid={OPEN}&x=4&y=6", refused("Place not empty, (4, 6)")),
    ("game without pid", "/game", refused("Pid not specified")),
    ("game, empty pid", "/game?pid=", refused("Unknown pid")),
    ("game, pid of no game", f"/game?pid={NOBODY}", refused("Unknown pid")),
]

# name, target, headers, body: the stored answer, or why not
REPEATS = [
    ("turn of the first stone", f"/play?pid={OPEN}&x=4&y=5&turn=0", [], PLAYED),
    ("turn in the first form", f"/play?pid={OPEN}&move=4%2C5&turn=0", [], PLAYED),
    ("turn, many stones later", f"/play?pid={LATER}&x=4&y=5&turn=0", [], PLAYED),
    ("turn of the winning stone", f"/play?pid={WON}&x=5&y=5&turn=8", [], WON_BODY),
    ("turn of the losing stone", f"/play?pid={LOST}&x=0&y=14&turn=8", [], LOST_BODY),
    ("turn of the computer's stone", f"/play?pid={OPEN}&x=4&y=6&turn=1", [],
     refused("Turn out of date, 2")),
    ("key", f"/play?pid={KEYED}&x=4&y=5", [("Idempotency-Key", "k")], PLAYED),
    ("key, header in any case", f"/play?pid={KEYED}&x=4&y=5", [("IDEMPOTENCY-KEY", "k")], PLAYED),
    ("key of the winning stone", f"/play?pid={WON}&x=5&y=5", [("Idempotency-Key", "k")], WON_BODY),
    ("key with another point", f"/play?pid={KEYED}&x=0&y=0", [("Idempotency-Key", "k")],
     refused("Key already used")),
    ("key before the turn", f"/play?pid={KEYED}&x=0&y=0&turn=2", [("Idempotency-Key", "k")],
     refused("Key already used")),
    ("key before game over", f"/play?pid={WON}&x=0&y=0", [("Idempotency-Key", "k")],
     refused("Key already used")),
    ("key, whatever the turn", f"/play?pid={KEYED}&x=4&y=5&turn=77", [("Idempotency-Key", "k")], PLAYED),
    ("another key", f"/play?pid={KEYED}&x=4&y=5", [("Idempotency-Key", "l")],
     refused("Place not empty, (4, 5)")),
    ("another key, right turn", f"/play?pid={KEYED}&x=4&y=5&turn=0", [("Idempotency-Key", "l")], PLAYED),
    ("an empty key is none", f"/play?pid={KEYED}&x=4&y=5", [("Idempotency-Key", "")],
     refused("Place not empty, (4, 5)")),
    ("a key sent twice is none", f"/play?pid={KEYED}&x=4&y=5",
     [("Idempotency-Key", "k"), ("Idempotency-Key", "k")], refused("Place not empty, (4, 5)")),
    ("a key too long is none", f"/play?pid={KEYED}&x=4&y=5", [("Idempotency-Key", "k" * 129)],
     refused("Place not empty, (4, 5)")),
    ("a bad request before the key", f"/play?pid={KEYED}&x=4&y=99", [("Idempotency-Key", "k")],
     refused("Invalid y coordinate, 99")),
]

# name, target, body
SHOWN = [
    ("new game", f"/game?pid={EMPTY}",
     '{"response":true,"pid":"%s","strategy":"Random","turn":0,"over":false,"winner":null,'
     '"row":[],"moves":[]}' % EMPTY),
    ("open game", f"/game/?pid={OPEN}",
     '{"response":true,"pid":"%s","strategy":"Smart","turn":2,"over":false,"winner":null,'
     '"row":[],"moves":[4,5,4,6]}' % OPEN),
    ("won game", f"//game/index.php?pid={WON}",
     '{"response":true,"pid":"%s","strategy":"Smart","turn":9,"over":true,"winner":"player",'
     '"row":[4,5,5,5,6,5,7,5,8,5],"moves":[4,5,0,0,6,5,0,1,7,5,0,2,8,5,0,9,5,5]}' % WON),
    ("lost game", f"/any/where/game?pid={LOST}",
     '{"response":true,"pid":"%s","strategy":"Random","turn":10,"over":true,"winner":"computer",'
     '"row":[4,5,5,5,6,5,7,5,8,5],"moves":[0,0,4,5,1,0,6,5,2,0,7,5,3,0,8,5,0,14,5,5]}' % LOST),
]

PREFIXES = ["", "/", "/some/home", "/info", "/a%%20b"]
ENDS = ["", "/", "/index.php"]
FORMS = [(f"{prefix}/NAME{end}", f"{prefix}/%s{end}") for prefix in PREFIXES for end in ENDS]

UNKNOWN = ["/x", "/Info", "/infos", "/xinfo", "/info//", "/info/x", "/info/index.html", "//healthz",
           "/x/healthz", "/healthz/", "/metrics/", "/%69nfo", "/index.php", "/play.php", "//"]
ROOTS = ["/healthz", "/readyz", "/metrics", "/openapi.json", "/config.json"]
GAME_PATHS = ["/info", "/new", "/play", "/game"]
KNOWN = GAME_PATHS + ROOTS


FLAGS = ("--threads", "2", "--seed", "1", "--stones-ws", "ws://localhost:1/x")


class Contract(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.open_store()
        for pid, record in GAMES.items():
            cls.store.plant(pid, record)
        cls.client = Client(cls.service.port)
        strategies = cls.client.get("/info").json()["strategies"]
        cls.info = '{"size":15,"strategies":["%s"]}' % '","'.join(strategies)

    @classmethod
    def open_store(cls):
        cls.service = cls.store = Service(*FLAGS)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.service.__exit__(None)

    def expect(self, answer, status, body):
        self.assertEqual(answer.body.decode("latin-1"), body)
        self.assertEqual(answer.status, status)
        self.assertEqual(answer.headers["content-length"], str(len(body)))
        self.assertEqual(answer.headers["content-type"], "application/json")
        self.assertEqual(answer.headers["access-control-allow-origin"], "*")
        self.assertNotIn("transfer-encoding", answer.headers)

    @rows(REFUSALS)
    def refusal(self, target, body):
        self.expect(self.client.get(target), 200, body)

    @rows(REPEATS)
    def repeat(self, target, headers, body):
        before = [self.store.stored(pid) for pid in GAMES]
        self.expect(self.client.get(target, headers), 200, body)
        self.assertEqual([self.store.stored(pid) for pid in GAMES], before)

    @rows(SHOWN)
    def shown(self, target, body):
        self.expect(self.client.get(target), 200, body)

    @rows(FORMS)
    def form(self, form):
        self.expect(self.client.get(form % "info"), 200, self.info)
        answer = self.client.get(form % "new" + "?strategy=rAnDoM")
        self.assertRegex(answer.body.decode(), r'^{"response":true,"pid":"[0-9][0-9a-f]{31}"}$')
        pid = answer.json()["pid"]
        self.expect(self.client.get(form % "play" + f"?pid={pid}"), 200, refused("Move not specified"))
        self.expect(self.client.get(form % "game" + "?pid="), 200, refused("Unknown pid"))

    @rows([("first form", "move=4,5"), ("first form, encoded", "move=4%2C5"),
           ("first form, encoded in lower case", "move=4%2c5"), ("second form", "x=4&y=5"),
           ("second form, turned round", "y=5&x=4"), ("second form beside the first", "move=1,1&y=5&x=4"),
           ("unknown keys around", "a=1&x=4&b&y=5&=&"), ("the last values count", "x=a&y=b&x=4&y=5"),
           ("encoded names and digits", "%78=%34&%79=%35"), ("turn of now", "x=4&y=5&turn=0"),
           ("with a key", "x=4&y=5", [("Idempotency-Key", "k" * 128)])])
    def played(self, query, headers=()):
        pid = self.client.new()
        answer = self.client.get(f"/play?{query}&pid={pid}", headers)
        match = re.fullmatch(
            r'{"response":true,"ack_move":{"x":4,"y":5,"isWin":false,"isDraw":false,"row":\[\]},'
            r'"move":{"x":(\d+),"y":(\d+),"isWin":false,"isDraw":false,"row":\[\]}}',
            answer.body.decode())
        self.assertIsNotNone(match, answer.body)
        self.expect(answer, 200, answer.body.decode())
        self.assertEqual(self.client.game(pid)["moves"], [4, 5, int(match[1]), int(match[2])])

    def test_a_key_is_stored_and_errors_are_not(self):
        pid, key = self.client.new(), [("Idempotency-Key", "once")]
        self.client.get(f"/play?pid={pid}&x=99&y=5", key)
        first = self.client.get(f"/play?pid={pid}&x=4&y=5", key)
        self.assertTrue(first.json()["response"])
        self.assertEqual(self.client.get(f"/play?pid={pid}&move=4,5", key).body, first.body)
        self.expect(self.client.get(f"/play?pid={pid}&x=5&y=5", key), 200, refused("Key already used"))

    def test_a_move_without_key_forgets_the_one_before(self):
        pid, key = self.client.new(), [("Idempotency-Key", "once")]
        self.client.get(f"/play?pid={pid}&x=4&y=5", key)
        taken = self.client.game(pid)["moves"]
        free = next(x for x in range(15) if [x, 0] not in [taken[2:4]])
        self.client.play(pid, free, 0)
        self.assertIn(" - ", self.store.stored(pid))
        self.expect(self.client.get(f"/play?pid={pid}&x=4&y=5", key), 200,
                    refused("Place not empty, (4, 5)"))

    def test_the_same_move_twice_is_an_error(self):
        pid = self.client.new()
        self.assertTrue(self.client.play(pid, 4, 5).json()["response"])
        self.expect(self.client.play(pid, 4, 5), 200, refused("Place not empty, (4, 5)"))

    @rows([("unknown format", FORMAT), ("garbage", GARBAGE)])
    def unreadable(self, pid):
        for target in (f"/play?pid={pid}&x=1&y=1", f"/play?pid={pid}", f"/game?pid={pid}"):
            self.expect(self.client.get(target), 503, refused("Store unavailable, try again"))
        self.assertEqual(self.store.stored(pid), GAMES[pid])

    @rows([(path, path) for path in UNKNOWN])
    def unknown(self, path):
        for method in ("GET", "POST", "OPTIONS"):
            self.expect(self.client.request(method, path), 404, refused("Not found"))

    @rows([(path, path) for path in KNOWN])
    def options(self, path):
        answer = self.client.request("OPTIONS", path)
        self.assertEqual((answer.status, answer.body), (204, b""))
        self.assertEqual(answer.headers["allow"], ALLOW)
        self.assertEqual(answer.headers["access-control-allow-methods"], "GET, HEAD")
        self.assertEqual(answer.headers["access-control-allow-headers"], "Idempotency-Key")
        self.assertEqual(answer.headers["access-control-allow-origin"], "*")

    @rows([(f"{method} {path}", method, path) for path in KNOWN for method in ("POST", "DELETE", "get")])
    def method(self, method, path):
        answer = self.client.request(method, path)
        self.expect(answer, 405, refused("Method not allowed"))
        self.assertEqual(answer.headers["allow"], ALLOW)

    @rows([(path, path) for path in GAME_PATHS])
    def head_of_a_game_path(self, path):
        before = self.service.metric("store_requests_total{kind=\"create\"}")
        answer = self.client.request("HEAD", path + f"?strategy=Smart&pid={OPEN}&x=9&y=9")
        self.assertEqual((answer.status, answer.body), (200, b""))
        self.assertEqual(answer.headers["content-length"], str(len(self.info)))
        self.assertEqual(answer.headers["content-type"], "application/json")
        # Nothing follows the headers: the next answer begins with its own.
        self.expect(self.client.get("/info"), 200, self.info)
        self.assertEqual(self.store.stored(OPEN), GAMES[OPEN])
        self.assertEqual(self.service.metric("store_requests_total{kind=\"create\"}"), before)

    @rows([(path, path) for path in ROOTS])
    def head_of_another_path(self, path):
        get, head = self.client.get(path), self.client.request("HEAD", path)
        self.assertEqual((head.status, head.body), (get.status, b""))
        self.assertEqual(head.headers["content-type"], get.headers["content-type"])
        if path != "/metrics":
            self.assertEqual(head.headers["content-length"], get.headers["content-length"])
        self.expect(self.client.get("/info"), 200, self.info)

    def test_head_of_an_unknown_path(self):
        answer = self.client.request("HEAD", "/nowhere")
        self.assertEqual((answer.status, answer.headers["content-length"]), (404, "39"))
        self.expect(self.client.get("/info"), 200, self.info)

    def test_a_target_in_absolute_form(self):
        self.expect(self.client.get("http://test/info"), 200, self.info)
        self.expect(self.client.get("http://test:8080/healthz?x"), 200, '{"alive":true}')
        self.assertEqual(self.client.get("http://test").body, self.client.get("/").body)

    def test_health(self):
        self.expect(self.client.get("/healthz"), 200, '{"alive":true}')
        self.expect(self.client.get("/readyz"), 200, '{"ready":true,"store":true}')
        self.expect(self.client.get("/config.json"), 200, '{"stonesWs":"ws://localhost:1/x"}')

    def test_openapi_names_every_path(self):
        paths = self.client.get("/openapi.json").json()["paths"]
        self.assertLessEqual(set(KNOWN) - {"/openapi.json"}, set(paths))

    def test_metrics_are_prometheus_text(self):
        answer = self.client.get("/metrics")
        self.assertEqual(answer.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        for line in answer.body.decode().splitlines():
            self.assertRegex(line, r'^# (HELP|TYPE) [a-z_]+ .+$|^[a-z_]+({[a-z]+="[^"]*"(,[a-z]+="[^"]*")*})? [-+0-9.e]+$')

    def test_pids_differ_and_begin_with_a_digit(self):
        pids = {self.client.new() for _ in range(64)}
        self.assertEqual(len(pids), 64)
        for pid in pids:
            self.assertRegex(pid, "^[0-9][0-9a-f]{31}$")

    def test_the_log_tells_no_pid(self):
        pid = self.client.new()
        self.client.play(pid, 1, 1)
        self.client.get(f"/nowhere/{pid}?pid={pid}")
        self.service.wait_for_line(f'"route":"play".*"pid":"{pid[:4]}"')
        self.assertFalse([line for line in self.service.lines if pid[:5] in line])

    def test_what_the_library_refuses_gets_an_end(self):
        for data in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            client = Client(self.service.port)
            client.send(data)
            try:
                self.assertGreaterEqual(client.read().status, 400)
            except Gone:
                pass
        self.expect(self.client.get("/info"), 200, self.info)


class ContractOnRedis(Contract):
    """All of it again, on the other store."""

    @classmethod
    def open_store(cls):
        cls.store = Redis()
        cls.service = Service(*FLAGS, store=cls.store.url)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.store.__exit__()


class Page(TestCase):
    def test_every_file_has_its_type_tag_and_policy(self):
        with Service("--stones-ws", "ws://localhost:1/x") as service:
            client = Client(service.port)
            answer = client.get("/openapi.json")
            self.assertEqual(answer.headers["content-type"], "application/json")
            self.assertIn("default-src 'none'", answer.headers["content-security-policy"])
            self.assertIn("connect-src 'self' ws://localhost:1/x;", answer.headers["content-security-policy"])
            again = client.get("/openapi.json", [("If-None-Match", answer.headers["etag"])])
            self.assertEqual((again.status, again.body), (304, b""))
            self.assertEqual(again.headers["etag"], answer.headers["etag"])
            other = client.get("/openapi.json", [("If-None-Match", '"x"')])
            self.assertEqual(other.body, answer.body)
            self.assertEqual(json.loads(answer.body)["openapi"], "3.0.3")

    def test_without_3_stones_the_page_is_told_so(self):
        with Service() as service:
            self.assertEqual(Client(service.port).get("/config.json").body, b'{"stonesWs":null}')


class Pipelining(TestCase):
    def test_answers_come_in_order(self):
        with Service() as service:
            client = Client(service.port)
            pid = client.new()
            targets = [f"/play?pid={pid}&x={n % 15}&y={n // 15}&turn=999" for n in range(200)]
            targets[::3] = ["/info"] * len(targets[::3])
            client.send(b"".join(request_bytes("HEAD" if n % 5 == 0 else "GET", t) for n, t in enumerate(targets)))
            for n, target in enumerate(targets):
                answer = client.read(has_body=n % 5 != 0)
                self.assertEqual(answer.status, 200)
                if n % 5 != 0:
                    self.assertEqual("size" in answer.json(), target == "/info")

    def test_moves_in_one_packet_are_played_one_after_the_other(self):
        with Service() as service:
            client = Client(service.port)
            pid = client.new()
            client.send(b"".join(request_bytes("GET", f"/play?pid={pid}&x=7&y=7") for _ in range(10)))
            answers = [client.read().json() for _ in range(10)]
            self.assertEqual([a["response"] for a in answers], [True] + [False] * 9)


if __name__ == "__main__":
    helper.main()
