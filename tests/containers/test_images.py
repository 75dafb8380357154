"""What is in the images, how their containers are held, and what the deployment shows to the outside."""

import os
import re

from kit import Checks, compose, containers, docker, inspect

SERVICES = ["redis", "omok", "threestones", "stones-ws", "lb"]
OURS = {"omok": "omok-service", "threestones": "threestones-service"}
BUILD_TOOLS = ["gcc", "cc", "make", "cmake", "ninja", "git", "curl", "wget", "python3"]
CAPABILITIES = re.compile(r"^Cap(Prm|Eff|Bnd|Amb):\s*(\w+)$", re.M)


def inside(service, *command):
    return docker("exec", containers(service)[0], *command)


def check_held(checks, service):
    """The rules that every container of the deployment is held by, read from the kernel where it tells."""
    facts = inspect(containers(service)[0])
    status = inside(service, "cat", "/proc/1/status")
    uids = re.search(r"^Uid:\s*(.*)$", status, re.M).group(1).split()
    checks.check(f"{service}: runs as one numeric user, not root", len(set(uids)) == 1 and uids[0] != "0", uids[0])
    checks.equal(f"{service}: has no capability", {value.strip("0") for _, value in CAPABILITIES.findall(status)}, {""})
    checks.check(f"{service}: no new privileges", re.search(r"^NoNewPrivs:\s*1$", status, re.M))
    checks.check(f"{service}: root file system is read-only", facts["HostConfig"]["ReadonlyRootfs"] and
                 "Read-only" in docker("exec", containers(service)[0], "sh", "-c", "echo > /x; echo > /etc/x",
                                       check=False))
    checks.check(f"{service}: processes are limited", (facts["HostConfig"]["PidsLimit"] or 0) > 0)
    checks.check(f"{service}: is healthy by a check of its own", facts["State"]["Health"]["Status"] == "healthy")


def check_image(checks, service, binary):
    """An image of ours: little more than the binary and the libraries that it loads."""
    facts = inspect(inspect(containers(service)[0])["Image"])
    config, labels = facts["Config"], facts["Config"]["Labels"]
    checks.check(f"{service}: the image names a numeric user", re.fullmatch(r"[1-9]\d{4,}:[1-9]\d{4,}", config["User"]))
    checks.equal(f"{service}: STOPSIGNAL and health check", (config["StopSignal"], config["Healthcheck"]["Test"]),
                 ("SIGTERM", ["CMD", binary, "health"]))
    checks.check(f"{service}: OCI labels", all(labels.get(f"org.opencontainers.image.{key}") for key in
                                               ("title", "description", "licenses", "version", "revision")))
    tools = inside(service, "sh", "-c", f"command -v {' '.join(BUILD_TOOLS)} || true").split()
    checks.equal(f"{service}: no compiler, interpreter or download tool", tools, [])

    packages = inside(service, "dpkg-query", "-W", "-f", "${Package}\n").split()
    base = docker("run", "--rm", os.environ.get("BASE_IMAGE", "debian:bookworm-slim"), "dpkg-query", "-W", "-f",
                  "${Package}\n").split()
    added = sorted(set(packages) - set(base))
    libraries = inside(service, "ldd", f"/usr/local/bin/{binary}")
    checks.check(f"{service}: every library that the binary loads is there", "not found" not in libraries)
    loaded = {word.rsplit("/", 1)[1] for word in libraries.split() if word.startswith("/")}
    idle = [name for name in added if not any(path.rsplit("/", 1)[-1] in loaded for path in
                                              inside(service, "dpkg-query", "-L", name).split())]
    checks.check(f"{service}: all that was added to the base is libraries that the binary loads", added and not idle,
                 " ".join(idle or added))
    checks.equal(f"{service}: files of ours", inside(service, "ls", "/usr/local/bin").split(), [binary])
    print(f"       {service}: image of {facts['Size'] / 1e6:.1f} MB, "
          f"{(facts['Size'] - inspect('debian:bookworm-slim')['Size']) / 1e6:.1f} MB above its base")


def check_ports(checks):
    published = {}
    for service in SERVICES:
        for name in containers(service):
            for inner, bindings in inspect(name)["NetworkSettings"]["Ports"].items():
                if bindings:
                    published[service, inner] = sorted({binding["HostIp"] for binding in bindings})
    checks.equal("only the two game ports are published, on loopback", published,
                 {("lb", "8080/tcp"): ["127.0.0.1"], ("lb", "50000/tcp"): ["127.0.0.1"]})
    listening = inside("lb", "cat", "/proc/net/tcp")
    addresses = re.findall(r"^\s*\d+: (\w{8}):20D4 \S+ 0A", listening, re.M)  # 0x20D4 = 8404, 0A = listening
    checks.equal("the balancer's statistics are on its loopback only", addresses, ["0100007F"])
    networks = {name.split("_")[-1]: inspect(name)["Internal"] for name in
                inspect(containers("lb")[0])["NetworkSettings"]["Networks"]}
    checks.equal("the services' network reaches nothing outside", networks, {"front": False, "back": True})


def check_redis(checks):
    def config(name):
        return inside("redis", "redis-cli", "config", "get", name).split()[1:]

    checks.equal("redis: append-only file, nothing evicted", config("appendonly") + config("maxmemory-policy"),
                 ["yes", "noeviction"])
    refused = docker("exec", "-e", "REDISCLI_AUTH=", containers("redis")[0], "redis-cli", "ping", check=False)
    checks.check("redis: nothing without the password", "NOAUTH" in refused, refused.strip())
    mounts = [(mount["Type"], mount["Destination"]) for mount in inspect(containers("redis")[0])["Mounts"]]
    checks.equal("redis: /data is a named volume", mounts, [("volume", "/data")])


def main():
    checks = Checks("images and containers")
    for service in SERVICES:
        check_held(checks, service)
    for service, binary in OURS.items():
        check_image(checks, service, binary)
    check_ports(checks)
    check_redis(checks)
    checks.check("the balancer's configuration is valid",
                 "Configuration file is valid" in compose("exec", "-T", "lb", "haproxy", "-c", "-f",
                                                          "/usr/local/etc/haproxy/haproxy.cfg"))
    checks.done()


if __name__ == "__main__":
    main()
