"""What the container tests share: checks that print a line each, and the docker command."""

import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WAIT_S = 120  # generous: a loaded machine is slow, a hung one is slower still


class Checks:
    """Prints one line for each check and, at the end, how many passed and failed."""

    def __init__(self, title):
        self.passed = self.failed = 0
        print(f"# {title}", flush=True)

    def check(self, name, ok, detail=""):
        self.passed += bool(ok)
        self.failed += not ok
        text = f"{'ok    ' if ok else 'FAILED'} {name}" + (f": {detail}" if detail != "" else "")
        print(text, flush=True)
        return bool(ok)

    def equal(self, name, got, want):
        return self.check(name, got == want, "" if got == want else f"got {got!r}, want {want!r}")

    def done(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed else 0)


def run(*command, check=True):
    """Runs a command and gives what it printed."""
    done = subprocess.run(command, cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def docker(*arguments, check=True):
    return run("docker", *arguments, check=check)


def compose(*arguments, check=True):
    """docker compose as the script that runs these tests has set it up (COMPOSE_* variables)."""
    return run("docker", "compose", *arguments, check=check)


def inspect(name):
    return json.loads(docker("inspect", name))[0]


def containers(service):
    """Ids of the running containers of a service of the compose project, oldest first."""
    project = os.environ["COMPOSE_PROJECT_NAME"]
    found = docker("ps", "-q", "--no-trunc", "--filter", f"label=com.docker.compose.project={project}",
                   "--filter", f"label=com.docker.compose.service={service}").split()
    return sorted(found, key=lambda name: inspect(name)["Created"])


def until(what, ready, timeout_s=WAIT_S):
    """Waits until ready() is true; what names it where it never is."""
    end = time.monotonic() + timeout_s
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"after {timeout_s} s still not so: {what}")
        time.sleep(0.1)
