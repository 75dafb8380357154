"""Limits, addresses, flags, and how the service ends."""

import os
import resource
import signal
import socket
import subprocess
import threading
import time

import helper
from helper import BIN, Client, Gone, Service, TestCase, request_bytes, rows, until

PROGRAM = os.path.join(BIN, "omok-service")
QUIET = "00000006 1 Master - hhaaoaooaoho"


def post(length, body=b"", extra=()):
    head = request_bytes("POST", "/info", [("Content-Length", str(length)), *extra])
    return head + body


class Limits(TestCase):
    def test_a_body_up_to_the_limit_is_read_and_one_beyond_refused(self):
        with Service("--body", "1000") as service:
            client = Client(service.port)
            client.send(post(1000, b"x" * 1000))
            self.assertEqual(client.read().status, 405)
            client.send(post(1001, b""))
            self.assertEqual(client.read().status, 413)
            self.assertTrue(client.socket is None or client.is_closed_by_peer())

    def test_a_chunked_body_beyond_the_limit_is_refused(self):
        with Service("--body", "1000") as service:
            client = Client(service.port)
            client.send(request_bytes("POST", "/info", [("Transfer-Encoding", "chunked")]))
            client.send(b"7d0\r\n" + b"x" * 2000 + b"\r\n0\r\n\r\n")
            self.assertEqual(client.read().status, 413)

    def test_too_many_headers_are_refused(self):
        with Service() as service:
            client = Client(service.port)
            client.send(request_bytes("GET", "/info", [(f"x-{n}", "y") for n in range(200)]))
            with self.assertRaises((Gone, AssertionError)):
                self.assertEqual(client.read().status, 200)

    @rows([("header", b"GET /info HTTP/1.1\r\n", b"x: y\r\n"),
           ("body", post(10000), b"x"), ("nothing", b"", b"")])
    def dripping(self, start, drop):
        """A request that does not end in time is cut off, however busily it is sent."""
        with Service("--timeout", "1") as service:
            client = Client(service.port)
            began = time.monotonic()
            client.send(start)
            client.socket.settimeout(0.05)
            while True:
                try:
                    if client.socket.recv(1) == b"":
                        break
                except TimeoutError:
                    self.assertLess(time.monotonic() - began, helper.PATIENCE)
                except ConnectionError:
                    break
                try:
                    client.send(drop)
                except ConnectionError:
                    break
            self.assertGreater(time.monotonic() - began, 0.9)

    def test_an_idle_connection_is_closed_after_the_time_out(self):
        with Service("--timeout", "1") as service:
            client = Client(service.port)
            client.get("/info")
            began = time.monotonic()
            self.assertTrue(client.is_closed_by_peer())
            self.assertGreater(time.monotonic() - began, 0.9)

    def test_connections_beyond_the_limit_wait_for_a_place(self):
        with Service("--connections", "5", "--threads", "2", "--timeout", "600") as service:
            clients = [Client(service.port) for _ in range(5)]
            for client in clients:
                client.get("/info")
            late = [Client(service.port).connect() for _ in range(3)]
            for client in late:
                client.send(request_bytes("GET", "/info"))
            # The five that were there first are served as before, the others not at all.
            for client in clients:
                self.assertEqual(client.get("/info").status, 200)
            self.assertEqual(self.metric(clients[0], "omok_connections"), "5")
            for client in clients[:3]:
                client.close()
            for client in late:
                self.assertEqual(client.read().status, 200)

    def metric(self, client, name):
        lines = client.get("/metrics").body.decode().splitlines()
        return next(line.split()[1] for line in lines if line.startswith(name + " "))

    def test_few_descriptors_mean_fewer_connections(self):
        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (80, 80))

        with Service("--timeout", "600", preexec_fn=few) as service:
            room = int(service.wait_for_line(r'"event":"few descriptors".*"connections":(\d+)')[1])
            clients = [Client(service.port) for _ in range(room)]
            for client in clients:
                client.get("/info")
            late = Client(service.port)
            late.send(request_bytes("GET", "/info"))
            self.assertTrue(clients[0].new())  # the store has descriptors of its own
            clients[1].close()
            self.assertEqual(late.read().status, 200)

    def test_http_1_0_is_answered_and_closed(self):
        with Service() as service:
            client = Client(service.port)
            client.send(b"GET /info HTTP/1.0\r\n\r\n")
            self.assertEqual(client.read().status, 200)
            self.assertTrue(client.socket is None or client.is_closed_by_peer())


class Addresses(TestCase):
    @rows([("IPv4", "127.0.0.1:0", ["127.0.0.1"]), ("IPv6", "[::1]:0", ["::1"]),
           ("all", ":0", ["127.0.0.1", "::1"]), ("name", "localhost:0", ["localhost"])])
    def listening(self, address, hosts):
        with Service("--listen", address, "--threads", "2") as service:
            for host in hosts:
                if host == "::1" and not has_ipv6():
                    continue
                for _ in range(8):  # with two threads there are two sockets
                    self.assertEqual(Client(service.port, host).get("/info").status, 200)

    def test_a_port_in_use_is_told(self):
        with Service("--threads", "1") as service:
            result = run("--listen", f"127.0.0.1:{service.port}", "--threads", "1",
                         "--store", service.store)
            self.assertEqual(result.returncode, 1)
            self.assertIn("Address already in use", result.stderr)


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def run(*flags, env=None):
    return subprocess.run([PROGRAM, *flags], capture_output=True, text=True,
                          timeout=helper.PATIENCE, check=False,
                          env={**os.environ, **helper.SANITIZERS, **(env or {})})


class Flags(TestCase):
    def test_help_names_every_flag_and_its_variable(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        for name in ("listen", "store", "threads", "seed", "drain", "connections", "timeout", "body"):
            self.assertIn(f"  --{name} ", result.stdout)
            self.assertIn(f"[OMOK_{name.upper()}]", result.stdout)

    def test_version(self):
        self.assertRegex(run("--version").stdout, r"^omok-service \d+\.\d+\.\d+\n$")

    @rows([("unknown flag", ["--lisden", ":1"], "no such flag: --lisden"),
           ("bad number", ["--threads", "many"], "--threads: 'many' is not a number"),
           ("bad address", ["--listen", "::1", "--store", "sqlite:/no/such/folder/games.db"], "--listen is not HOST:PORT"),
           ("bad store", ["--store", "mysql://x"], "store: "),
           ("no such folder", ["--store", "sqlite:/no/such/folder/games.db"], "store: "),
           ("unknown command", ["serve"], "no such command: serve"),
           ("bad address of 3 Stones", ["--stones-ws", "ws://a; script-src *"], "--stones-ws")])
    def wrong(self, flags, words):
        result = run(*flags)
        self.assertEqual(result.returncode, 1)
        self.assertIn(words, result.stderr)

    def test_a_bad_variable_is_named(self):
        result = run(env={"OMOK_THREADS": "0x"})
        self.assertEqual(result.returncode, 1)
        self.assertIn("OMOK_THREADS", result.stderr)

    def test_a_variable_counts_and_a_flag_counts_more(self):
        with Service("--stones-ws", "ws://b", env={"OMOK_STONES_WS": "ws://a"}) as service:
            self.assertEqual(Client(service.port).get("/config.json").json(), {"stonesWs": "ws://b"})
        with Service(env={"OMOK_STONES_WS": "ws://a"}) as service:
            self.assertEqual(Client(service.port).get("/config.json").json(), {"stonesWs": "ws://a"})

    def test_the_access_log_can_be_left_out(self):
        with Service("--no-access-log") as service:
            Client(service.port).get("/info")
        self.assertFalse([line for line in service.lines if '"event":"request"' in line])


class Health(TestCase):
    def test_health_asks_for_readiness(self):
        with Service("--drain", "600") as service:
            url = f"http://127.0.0.1:{service.port}/readyz"
            self.assertEqual(run("health", url).returncode, 0)
            self.assertEqual(run("health", env={"OMOK_LISTEN": f":{service.port}"}).returncode, 0)
            service.signal(signal.SIGTERM)
            until(lambda: Client(service.port).get("/readyz").status == 503, "draining")
            self.assertEqual(run("health", url).returncode, 1)
            service.signal(signal.SIGTERM)
            self.assertEqual(service.wait(), 0)
            self.assertEqual(run("health", url).returncode, 1)


class Ending(TestCase):
    def test_draining_serves_on_while_readyz_says_503(self):
        with Service("--drain", "600", "--threads", "2") as service:
            old = Client(service.port)
            old.get("/info")
            service.signal(signal.SIGTERM)
            until(lambda: Client(service.port).get("/readyz").status == 503, "draining")
            self.assertEqual(old.get("/readyz").body, b'{"ready":false,"store":true}')
            self.assertEqual(old.get("/healthz").status, 200)
            pid = Client(service.port).new()
            self.assertTrue(old.play(pid, 1, 1).json()["response"])
            service.signal(signal.SIGTERM)  # a second one ends the wait
            self.assertEqual(service.wait(), 0)

    def test_the_drain_time_is_kept(self):
        with Service("--drain", "1") as service:
            began = time.monotonic()
            service.signal(signal.SIGTERM)
            self.assertEqual(service.wait(), 0)
            self.assertGreater(time.monotonic() - began, 0.9)

    @rows([("SIGTERM", signal.SIGTERM), ("SIGINT", signal.SIGINT)])
    def idle_connections_are_closed_at_once(self, number):
        with Service("--threads", "2", "--timeout", "3000") as service:
            clients = [Client(service.port) for _ in range(20)]
            for client in clients[:10]:
                client.get("/info")
            for client in clients[10:]:
                client.connect()
            until(lambda: service.metric("omok_connections") >= 20, "connections")
            service.signal(number)
            for client in clients:
                self.assertTrue(client.is_closed_by_peer())
            self.assertEqual(service.wait(), 0)

    def test_requests_in_flight_are_answered_and_closed(self):
        with Service("--threads", "2", "--timeout", "3000") as service:
            pids = ["%032x" % n for n in range(4)]
            for pid in pids:
                service.plant(pid, QUIET)
            clients = [Client(service.port) for _ in pids]
            for pid, client in zip(pids, clients):
                client.send(request_bytes("GET", f"/play?pid={pid}&x=7&y=8"))
            until(lambda: service.metric("omok_pool_running") == 1, "a move in the pool")
            service.signal(signal.SIGTERM)
            for pid, client in zip(pids, clients):
                answer = client.read()
                self.assertTrue(answer.json()["response"])
                self.assertEqual(answer.headers["connection"], "close")
                self.assertEqual(len(helper.moves_of_record(service.stored(pid))), 8)
            self.assertEqual(service.wait(), 0)

    def test_nothing_is_lost_under_load(self):
        """Every request that a client has sent is answered or was never begun: none is half done."""
        with Service("--threads", "2") as service:
            played, ended = {}, []

            def player(number):
                client = Client(service.port)
                try:
                    pid = client.new()
                    for n in range(100000):
                        at = (n % 15, n // 15)
                        answer = client.play(pid, *at).json()
                        if answer["response"]:
                            played.setdefault(pid, []).append(at)
                        elif answer["reason"] == "Game already over":
                            pid, n = client.new(), 0
                        if client.socket is None:
                            break
                except (Gone, ConnectionError):
                    ended.append(number)

            threads = [threading.Thread(target=player, args=(n,)) for n in range(16)]
            for thread in threads:
                thread.start()
            until(lambda: sum(map(len, list(played.values()))) > 200, "moves")
            service.signal(signal.SIGTERM)
            for thread in threads:
                thread.join()
            self.assertEqual(service.wait(), 0)
            for pid, moves in played.items():
                stored = helper.moves_of_record(service.stored(pid))
                self.assertEqual(sorted(stored[::2]), sorted(moves))


if __name__ == "__main__":
    helper.main()
