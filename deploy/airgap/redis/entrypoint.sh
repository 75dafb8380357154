#!/bin/sh
set -e
case "${1:-}" in
-* | *.conf) set -- redis-server "$@" ;;
esac
if [ "${1:-}" = redis-server ]; then
    case " $* " in
    *" --protected-mode "*) ;;
    *) set -- "$@" --protected-mode no ;;
    esac
    if [ "$(id -u)" = 0 ]; then
        chown -R redis:redis /data
        exec setpriv --reuid redis --regid redis --init-groups "$@"
    fi
fi
exec "$@"
