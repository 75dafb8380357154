#!/bin/sh
# deps.sh GROUP... - makes sure that the Debian packages of the named groups are installed: build,
# test, lint, fuzz, bench, java, browser, containers, k8s. Says what it installs; silent when all is there.
set -eu

packages() {
    case $1 in
    build) echo cmake ninja-build gcc libc6-dev make pkg-config libh2o-evloop-dev libssl-dev \
        libhiredis-dev libcjson-dev libsqlite3-dev libncurses-dev ;;
    test) echo libcmocka-dev redis-server python3 ;;
    lint) echo clang clang-format clang-tidy universal-ctags ;;
    fuzz) echo clang libclang-rt-14-dev ;;
    bench) echo wrk redis-tools ;;
    java) echo openjdk-17-jdk-headless junit5 ;;
    play) echo websockify ;;
    browser) echo chromium websockify fonts-inter fonts-nanum
        command -v npm >/dev/null || echo nodejs npm ;; # other builds of Node.js bring npm along
    containers) echo docker.io docker-compose iptables debootstrap ;;
    k8s) command -v npm >/dev/null || echo nodejs npm ;;
    *) echo "deps.sh: no group named $1" >&2; exit 2 ;;
    esac
}

is_installed() {
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

wanted=$(for group in "$@"; do packages "$group"; done)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    for tool in cmake ninja cc pkg-config; do
        command -v $tool >/dev/null || missing=1
    done
    [ -z "${missing:-}" ] || {
        echo "This is not a Debian system. Install by hand what these Debian 12 packages bring:"
        echo "  $wanted" | tr '\n' ' '
        exit 1
    } >&2
    exit 0
fi

missing=$(for package in $wanted; do is_installed "$package" || echo "$package"; done | sort -u)
[ -n "$missing" ] || exit 0

# A server package must not start its server here: tests start their own, on ports of their own.
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
echo "Installing Debian packages:" $missing
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
echo "Installed."
