#!/bin/sh
# standins.sh - makes every image that the compose file would pull: the Debian base under its official
# name, and stand-ins for Redis and HAProxy, built from Debian packages, under names of their own.
# Nothing to do for those that are there. standins.env puts them in place.
set -eu
here=$(dirname "$0")
"$here/base.sh"
for name in redis haproxy; do
    image=local/$name-standin:bookworm
    if docker image inspect "$image" >/dev/null 2>&1; then
        echo "$image: already here"
    else
        docker build -q -t "$image" "$here/$name" >/dev/null
        echo "$image: made from Debian's package"
    fi
done
