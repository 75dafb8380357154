#!/bin/sh
set -e
case "${1:-}" in
-*) set -- haproxy "$@" ;;
esac
if [ "${1:-}" = haproxy ]; then
    shift
    set -- haproxy -W -db "$@"
fi
exec "$@"
