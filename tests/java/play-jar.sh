#!/bin/bash
# play-jar.sh - runs a graphical Java client on a display without a screen, inside the client-jar image.
#
# /client.jar is the client; where none is mounted, a small one of ours. CLIENT_ARGS are its arguments.
# CLIENT_STEPS are commands for xdotool, separated by ";", that play once the window is there, as in
# "mousemove 200 200; click 1". Pictures of the screen go to /shots.
set -euo pipefail
here=$(dirname "$0")
jar=/client.jar
steps=${CLIENT_STEPS:-}
passed=0 failed=0

check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "ok     $name"
    else
        failed=$((failed + 1))
        echo "FAILED $name"
    fi
}

until_true() { # until_true COMMAND...: at most for a minute
    local tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] && kill -0 "${client:-$$}" 2>/dev/null || return 1
        sleep 0.1
    done
}

shoot() { # shoot NAME
    [ ! -w /shots ] || import -window root "/shots/$1.png"
}

if [ ! -e $jar ]; then
    jar=/tmp/window.jar
    "$here/run.sh" window $jar
    steps=${steps:-"mousemove 300 300; click 1; mousemove 400 200; click 1"}
fi

export DISPLAY=:99
Xvfb $DISPLAY -screen 0 1280x800x24 -nolisten tcp >/tmp/xvfb.log 2>&1 &
until_true xdotool getdisplaygeometry
openbox >/tmp/openbox.log 2>&1 &
# shellcheck disable=SC2086 # arguments are words
java -jar $jar ${CLIENT_ARGS:-} >/tmp/client.log 2>&1 &
client=$!

check "a window is shown" until_true xdotool search --onlyvisible --pid $client
shoot 0-window
number=0
IFS=';' read -ra commands <<<"$steps"
for command in "${commands[@]}"; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # a command is words
    check "step: $(echo $command)" xdotool $command
    until_true xdotool search --onlyvisible --sync --pid $client
    shoot "$number-step"
done
check "the client still runs" kill -0 $client
check "the client has thrown nothing" bash -c '! grep -nE "Exception|Error:" /tmp/client.log'
sed 's/^/       client: /' /tmp/client.log
kill $client 2>/dev/null || true
echo "$passed passed, $failed failed"
[ $failed = 0 ]
