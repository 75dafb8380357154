#!/bin/sh
# run.sh compile [CLASSES] - compiles the Java clients.
# run.sh test [CLASSES] - plays with them against OMOK_URL (http://localhost:8080) and STONES (localhost:50000).
# run.sh window JAR - makes a small graphical client, for trying out play-jar.sh.
# Needs a JDK 17 and Debian's junit5.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
classes=$here/classes

path() {
    printf %s "$classes"
    for name in junit-jupiter-api junit-jupiter-params junit-jupiter-engine junit-platform-commons \
        junit-platform-engine junit-platform-launcher opentest4j apiguardian-api univocity-parsers; do
        printf ':/usr/share/java/%s.jar' $name
    done
}

compile() { # compile FOLDER FILE...
    folder=$1
    shift
    mkdir -p "$folder"
    javac -Xlint:all,-serial,-path -Werror -encoding UTF-8 -cp "$(path)" -d "$folder" "$@"
}

case ${1:-} in
compile)
    classes=${2:-$classes}
    compile "$classes" "$here"/src/*.java
    ;;
test)
    classes=${2:-$classes}
    exec java -cp "$(path)" Main
    ;;
window)
    folder=$(mktemp -d)
    compile "$folder" "$here/window/Window.java" "$here/src/OmokClient.java" "$here/src/Json.java"
    jar --create --file "$2" --main-class Window -C "$folder" .
    rm -r "$folder"
    ;;
*)
    sed -n '2,5s/^# //p' "$0" >&2
    exit 2
    ;;
esac
