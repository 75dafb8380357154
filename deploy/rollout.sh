#!/bin/sh
# rollout.sh SERVICE - replaces every replica of omok or threestones, one by one, by one of the image that
# the compose file names now: a new replica is healthy before an old one is asked to end. Players notice
# nothing: requests go elsewhere, and a session of 3 Stones goes on by RESUME_GAME.
set -eu
service=${1:?usage: rollout.sh omok|threestones}
old=$(docker compose ps -q "$service")
count=$(echo "$old" | wc -l)
for replica in $old; do
    docker compose up -d --no-build --no-deps --no-recreate --wait --scale "$service=$((count + 1))" "$service"
    docker stop "$replica" >/dev/null
    docker rm "$replica" >/dev/null
done
