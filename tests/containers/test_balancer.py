"""The balancer's configuration, with a stand-in for the replicas that tells what got through to it."""

import contextlib
import json
import os
import select
import socket
import uuid

from kit import ROOT, Checks, docker, until

REFUSAL = b'{"response":false,"reason":"%s"}'
UNAVAILABLE = REFUSAL % b"Store unavailable, try again"
HOST = "Host: omok\r\n"

# Shapes that two parsers could read differently, or that are too large: name, bytes.
SHAPES = [
    ("two Content-Length, different",
     f"GET /shape HTTP/1.1\r\n{HOST}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello"),
    ("Content-Length with a list", f"GET /shape HTTP/1.1\r\n{HOST}Content-Length: 5, 6\r\n\r\nhello"),
    ("Content-Length, signed", f"GET /shape HTTP/1.1\r\n{HOST}Content-Length: +5\r\n\r\nhello"),
    ("Content-Length, negative", f"GET /shape HTTP/1.1\r\n{HOST}Content-Length: -1\r\n\r\n"),
    ("Content-Length, hexadecimal", f"GET /shape HTTP/1.1\r\n{HOST}Content-Length: 0x5\r\n\r\nhello"),
    ("Content-Length beside Transfer-Encoding",
     f"POST /shape HTTP/1.1\r\n{HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ("Transfer-Encoding before Content-Length",
     f"POST /shape HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n"),
    ("Transfer-Encoding, odd", f"POST /shape HTTP/1.1\r\n{HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    ("Transfer-Encoding, twice",
     f"POST /shape HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"),
    ("Transfer-Encoding in HTTP/1.0", f"POST /shape HTTP/1.0\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ("bare CR in a value", f"GET /shape HTTP/1.1\r\n{HOST}A: b\rC: d\r\n\r\n"),
    ("bare CR in the request line", f"GET /shape\r HTTP/1.1\r\n{HOST}\r\n"),
    ("NUL in a value", f"GET /shape HTTP/1.1\r\n{HOST}A: b\0c\r\n\r\n"),
    ("escape in a value", f"GET /shape HTTP/1.1\r\n{HOST}A: b\x1b[2Jc\r\n\r\n"),
    ("NUL in the path", f"GET /sha\0pe HTTP/1.1\r\n{HOST}\r\n"),
    ("space before the colon", f"GET /shape HTTP/1.1\r\n{HOST}Content-Length : 5\r\n\r\nhello"),
    ("header without a colon", f"GET /shape HTTP/1.1\r\n{HOST}Abc\r\n\r\n"),
    ("absolute URI", f"GET http://omok/shape HTTP/1.1\r\n{HOST}\r\n"),
    ("authority as URI", f"GET omok:8080 HTTP/1.1\r\n{HOST}\r\n"),
    ("path without a slash", f"GET shape HTTP/1.1\r\n{HOST}\r\n"),
    ("asterisk as URI", f"OPTIONS * HTTP/1.1\r\n{HOST}\r\n"),
    ("space in the path", f"GET /sha pe HTTP/1.1\r\n{HOST}\r\n"),
    ("no Host in HTTP/1.1", "GET /shape HTTP/1.1\r\n\r\n"),
    ("two Host", f"GET /shape HTTP/1.1\r\n{HOST}Host: other\r\n\r\n"),
    ("unknown version", f"GET /shape HTTP/3.7\r\n{HOST}\r\n"),
    ("HTTP/0.9", "GET /shape\r\n"),
    ("HTTP/2 without being asked", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ("method with a control character", f"G\x01T /shape HTTP/1.1\r\n{HOST}\r\n"),
    ("path of 20 000 bytes", f"GET /{'a' * 20000} HTTP/1.1\r\n{HOST}\r\n"),
    ("value of 20 000 bytes", f"GET /shape HTTP/1.1\r\n{HOST}A: {'a' * 20000}\r\n\r\n"),
    ("500 headers", f"GET /shape HTTP/1.1\r\n{HOST}" + "A: b\r\n" * 500 + "\r\n"),
    ("body of 1 GB announced", f"POST /shape HTTP/1.1\r\n{HOST}Content-Length: 1000000000\r\n\r\n"),
]

# Shapes that the balancer makes one thing of before the replica sees them: name, bytes, header, its values.
MERGED = [
    ("two Content-Length with one value",
     f"POST /info HTTP/1.1\r\n{HOST}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "content-length", ["5"]),
    ("folded header", f"GET /info HTTP/1.1\r\n{HOST}A: b\r\n Content-Length: 5\r\n\r\n", "content-length", []),
]

# What must get through: name, request, path as the replica sees it.
PASSES = [
    ("plain GET", f"GET /info HTTP/1.1\r\n{HOST}\r\n", "/info"),
    ("path with two slashes", f"GET //info HTTP/1.1\r\n{HOST}\r\n", "//info"),
    ("prefix and index.php", f"GET /some/home/play/index.php?pid=1&move=4%2C5 HTTP/1.1\r\n{HOST}\r\n",
     "/some/home/play/index.php?pid=1&move=4%2C5"),
    ("HTTP/1.0 without Host", "GET /info HTTP/1.0\r\n\r\n", "/info"),
    ("POST with a small body", f"POST /info HTTP/1.1\r\n{HOST}Content-Length: 5\r\n\r\nhello", "/info"),
    ("OPTIONS", f"OPTIONS /info HTTP/1.1\r\n{HOST}\r\n", "/info"),
    ("Upgrade, which is taken off",
     f"GET /info HTTP/1.1\r\n{HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n",
     "/info"),
]

# Idempotency-Key as the client sends it (each line) and whether the replica must get it unchanged.
KEYS = [
    ("no key", [], False),
    ("one byte", ["a"], True),
    ("128 bytes", ["k" * 128], True),
    ("with commas and spaces", ["a, b; c"], True),
    ("empty", [""], False),
    ("only spaces", ["   "], False),
    ("129 bytes", ["k" * 129], False),
    ("repeated, equal", ["a", "a"], False),
    ("repeated, different", ["a", "b"], False),
    ("repeated, one empty", ["a", ""], False),
]

METRICS = ["/metrics", "/metrics?x=1", "/metrics/", "//metrics", "/%6detrics", "/m%65tric%73", "/./metrics",
           "/x/../metrics", "/x/%2e%2e/metrics"]


@contextlib.contextmanager
def door(name, aliases=("omok", "threestones"), **limits):
    """A network with a stand-in and the balancer; gives the balancer's published address."""
    network = f"{name}-net"
    images = os.environ.get("STONES_WS_IMAGE", "stones-ws"), os.environ.get("HAPROXY_IMAGE", "haproxy:3.2")
    images = f"{images[0]}:{os.environ.get('VERSION', 'dev')}", images[1]
    environment = {"DNS_SUFFIX": "", "LB_CONNECTIONS": 1000, "LIMIT_REQUESTS": 0, "LIMIT_SEATS": 0,
                   "STONES_SESSIONS": 1} | limits
    try:
        docker("network", "create", network)
        docker("run", "-d", "--name", f"{name}-echo", "--network", network,
               *(f"--network-alias={alias}" for alias in aliases),
               "-v", f"{ROOT}/tests/containers/echo.py:/echo.py:ro", images[0], "python3", "/echo.py", "8080")
        docker("run", "-d", "--name", f"{name}-lb", "--network", network, "--read-only", "--cap-drop=ALL",
               "-p", "127.0.0.1::8080", "-p", "127.0.0.1::50000",
               *(f"--env={key}={value}" for key, value in environment.items()),
               "-v", f"{ROOT}/deploy/haproxy:/usr/local/etc/haproxy:ro", images[1])
        ports = [int(docker("port", f"{name}-lb", port).split()[0].rsplit(":", 1)[1]) for port in ("8080", "50000")]
        yield ports
    finally:
        docker("rm", "-f", f"{name}-lb", f"{name}-echo", check=False)
        docker("network", "rm", network, check=False)


def talk(port, request):
    """Sends bytes on a connection of its own and gives status (0 = closed), header and body."""
    if isinstance(request, str):
        request = request.encode("latin-1")
    with socket.create_connection(("127.0.0.1", port), 60) as peer:
        with contextlib.suppress(OSError):
            peer.sendall(request)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while b"\r\n\r\n" not in answer and (part := peer.recv(65536)):
                answer += part
            header, _, body = answer.partition(b"\r\n\r\n")
            lengths = [line for line in header.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            length = int(lengths[0].split(b":")[1]) if lengths and not request.startswith(b"HEAD") else 0
            while len(body) < length and (part := peer.recv(65536)):
                body += part
    if not answer.startswith(b"HTTP/"):
        return 0, b"", b""
    return int(header.split()[1]), header, body


def get(port, path, headers=""):
    return talk(port, f"GET {path} HTTP/1.1\r\n{HOST}{headers}\r\n")


def seen(port):
    return json.loads(get(port, "/seen")[2])


def keys_of(request):
    return [value for name, value in request["headers"] if name.lower() == "idempotency-key"]


def is_uuid(text):
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


def check_shapes(checks, port):
    for name, request in SHAPES:
        before = len(seen(port))
        status, _, _ = talk(port, request)
        through = len(seen(port)) - before
        checks.check(f"refused: {name}", status in (0, 400, 413, 414, 431, 501, 505) and not through,
                     f"status {status}, {through} got through")


def check_merged(checks, port):
    for name, request, header, values in MERGED:
        talk(port, request)
        got = [value for key, value in seen(port)[-1]["headers"] if key.lower() == header]
        checks.check(f"made one: {name}", got == values, got)


def check_passes(checks, port):
    for name, request, path in PASSES:
        status, _, _ = talk(port, request)
        last = seen(port)[-1]
        names = [header.lower() for header, _ in last["headers"]]
        checks.check(f"passes: {name}", status == 200 and last["path"] == path and
                     "upgrade" not in names and "http2-settings" not in names, f"{status} {last['path']}")


def check_keys(checks, port):
    for name, keys, kept in KEYS:
        get(port, "/play", "".join(f"Idempotency-Key: {key}\r\n" for key in keys))
        got = keys_of(seen(port)[-1])
        right = got == keys if kept else len(got) == 1 and is_uuid(got[0])
        checks.check(f"key: {name} is {'kept' if kept else 'replaced by a new one'}", right, got)
    get(port, "/play")
    get(port, "/play")
    first, second = (keys_of(request) for request in seen(port)[-2:])
    checks.check("key: no two requests get the same", first != second)


def check_retries(checks, port):
    before = len(seen(port))
    status, _, _ = get(port, "/die")
    tries = [keys_of(request) for request in seen(port)[before:]]
    checks.check("retry: a GET whose replica closed is sent again with the same key",
                 status == 200 and len(tries) == 2 and tries[0] == tries[1] and is_uuid(tries[0][0]), tries)

    before = len(seen(port))
    status, _, body = talk(port, f"POST /die HTTP/1.1\r\n{HOST}Content-Length: 0\r\n\r\n")
    tries = len(seen(port)) - before
    checks.check("retry: a POST is not sent again", status == 503 and tries == 1 and body == UNAVAILABLE,
                 f"{status}, {tries} times")


def check_metrics(checks, port):
    for path in METRICS:
        before = len(seen(port))
        status, header, body = get(port, path)
        checks.check(f"metrics: {path} is 404", status == 404 and body == REFUSAL % b"Not found" and
                     len(seen(port)) == before and b"access-control-allow-origin: *" in header.lower(),
                     f"{status} {body!r}")
    status, _, body = talk(port, f"HEAD /metrics HTTP/1.1\r\n{HOST}\r\n")
    checks.equal("metrics: HEAD is 404 without a body", (status, body), (404, b""))


def check_unavailable(checks, name, port):
    docker("kill", f"{name}-echo")
    for when in ("at once", "a little later"):
        status, header, body = get(port, "/info")
        checks.check(f"no replica, {when}: 503 with the documented JSON", status == 503 and body == UNAVAILABLE
                     and b"access-control-allow-origin: *" in header.lower()
                     and b"application/json" in header.lower(), f"{status} {body!r}")
        until("the balancer sees no replica", lambda: get(port, "/info")[0] == 503)


def check_limits(checks):
    with door("limits", LIMIT_REQUESTS=20, LIMIT_SEATS=2) as (http, game):
        until("the balancer sees the stand-in", lambda: get(http, "/seen")[0] in (200, 429))
        answers = [get(http, "/info") for _ in range(60)]
        refused = [answer for answer in answers if answer[0] == 429]
        checks.check("limit: requests beyond LIMIT_REQUESTS get 429 with JSON", len(refused) >= 39 and
                     refused[0][2] == REFUSAL % b"Too many requests, try again", f"{len(refused)} of 60")

        seats = [socket.create_connection(("127.0.0.1", game), 60) for _ in range(3)]
        closed, _, _ = select.select(seats, [], [], 60)  # whichever of them came last
        checks.check("limit: a connection beyond LIMIT_SEATS is closed",
                     len(closed) == 1 and closed[0].recv(1) == b"", f"{len(closed)} of {len(seats)}")
        for seat in seats:
            seat.close()


def main():
    checks = Checks("the balancer's door")
    with door("door") as (port, _):
        until("the balancer sees the stand-in", lambda: get(port, "/seen")[0] == 200)
        check_passes(checks, port)
        check_shapes(checks, port)
        check_merged(checks, port)
        check_keys(checks, port)
        check_retries(checks, port)
        check_metrics(checks, port)
        many = [get(port, "/info")[0] for _ in range(200)]
        checks.equal("limit: none by default", set(many), {200})
        check_unavailable(checks, "door", port)
    check_limits(checks)
    checks.done()


if __name__ == "__main__":
    main()
