#!/bin/bash
# jar.sh - runs a graphical Java client against the deployment, on a display without a screen:
#
#     CLIENT_JAR=client.jar CLIENT_ARGS=... CLIENT_STEPS="mousemove 200 200; click 1" make test-jar
#
# Without CLIENT_JAR a small client of ours runs. Pictures of the screen are left in build/shots.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build/shots
chmod 1777 build/shots # the container's user is nobody here
options=(-v "$PWD/build/shots:/shots")
[ -z "${CLIENT_JAR:-}" ] || options+=(-v "$(realpath "$CLIENT_JAR"):/client.jar:ro")
docker compose build -q client-jar
docker compose run --rm -T "${options[@]}" client-jar
