#!/bin/sh
# run.sh compile|test [CLASSES] - the Java clients: compile them, or play with them against OMOK_URL
# (http://localhost:8080) and STONES (localhost:50000). Needs a JDK 17 and Debian's junit5.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
classes=${2:-$here/classes}
jars=/usr/share/java
path=$classes
for name in junit-jupiter-api junit-jupiter-params junit-jupiter-engine junit-platform-commons \
    junit-platform-engine junit-platform-launcher opentest4j apiguardian-api univocity-parsers; do
    path=$path:$jars/$name.jar
done

case ${1:-} in
compile)
    mkdir -p "$classes"
    javac -Xlint:all,-serial -Werror -encoding UTF-8 -cp "$path" -d "$classes" "$here"/src/*.java
    ;;
test) exec java -cp "$path" Main ;;
*)
    echo "usage: run.sh compile|test [CLASSES]" >&2
    exit 2
    ;;
esac
