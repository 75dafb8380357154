"""What a request costs: the service on both stores beside a bare hello and redis-benchmark.

Prints a table and writes every figure to build/bench/service.json. SECONDS_EACH is the time of one
measurement, ROUNDS how often each is made; the table shows medians.
"""

import json
import os
import socket
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../integration"))
from helper import BIN, Process, Redis, Service  # noqa: E402

CONNECTIONS = os.environ.get("CONNECTIONS", "64")
SECONDS = os.environ.get("SECONDS_EACH", "3")
ROUNDS = int(os.environ.get("ROUNDS", "3"))
FLAGS = ("--threads", "1", "--no-access-log")


def load(port, what, *pids):
    command = [f"{BIN}/load", "127.0.0.1", str(port), what, CONNECTIONS, SECONDS, *map(str, pids)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[0]: float(line.split()[1]) for line in lines}


def pid(process):
    return process.child.pid


def measure_hello():
    hello = Process([f"{BIN}/hello"])
    try:
        return [("hello, bare", load(hello.wait_for_line(r'"port":(\d+)')[1], "/", pid(hello)))]
    finally:
        hello.kill()


def measure_sqlite():
    with Service(*FLAGS) as service:
        return [(f"{what}, {store}", load(service.port, target, pid(service)))
                for what, target, store in (
                    ("info", "/info", "no store"), ("new", "new", "SQLite"),
                    ("play Random", "play:Random", "SQLite"), ("play Smart", "play:Smart", "SQLite"))]


def free_port():
    """A port that nobody has now; the kernel gives it to nobody else so soon."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure_redis():
    with Redis(port=free_port()) as redis, Service(*FLAGS, store=redis.url) as service:
        return [(f"{what}, Redis", load(service.port, target, pid(service), pid(redis)))
                for what, target in (("new", "new"), ("play Random", "play:Random"),
                                     ("play Smart", "play:Smart"))]


def measure_redis_alone():
    with Redis(port=free_port()) as redis:
        out = subprocess.run(
            ["redis-benchmark", "-p", redis.url.rpartition(":")[2], "-c", CONNECTIONS, "-n", "100000", "-d", "300",
             "-r", "10000", "-t", "get,set", "--csv"], capture_output=True, text=True, check=True)
        rows = [line.replace('"', "").split(",") for line in out.stdout.splitlines()[1:]]
        return [(f"redis-benchmark {row[0]}",
                 {"rate": float(row[1]), "p50": float(row[4]) * 1000, "p99": float(row[6]) * 1000})
                for row in rows]


def cell(figures, name, digits):
    values = [f[name] for f in figures if name in f]
    return f"{statistics.median(values):.{digits}f}" if values else ""


def main():
    figures = {}
    for _ in range(ROUNDS):
        for measure in (measure_hello, measure_sqlite, measure_redis, measure_redis_alone):
            for name, values in measure():
                figures.setdefault(name, []).append(values)

    print(f"{CONNECTIONS} keep-alive connections, one thread; medians of {ROUNDS} x {SECONDS} s")
    columns = (("rate", "requests/s", 0), ("p50", "p50 us", 0), ("p99", "p99 us", 0),
               ("cpu0", "CPU us", 1), ("cpu1", "Redis CPU us", 1))
    print(f"{'':24}" + "".join(f"{title:>14}" for _, title, _ in columns))
    for name, values in figures.items():
        print(f"{name:24}" + "".join(f"{cell(values, key, digits):>14}" for key, _, digits in columns))
        wrong = sum(v.get("unavailable", 0) + v.get("refused", 0) for v in values)
        if wrong:
            sys.exit(f"{name}: {wrong:.0f} requests were refused; the figures mean nothing")

    os.makedirs("build/bench", exist_ok=True)
    with open("build/bench/service.json", "w", encoding="utf-8") as file:
        json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
