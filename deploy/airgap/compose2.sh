#!/bin/sh
# compose2.sh FOLDER - puts Compose v2 and buildx into FOLDER/cli-plugins, from Debian 13's packages,
# which need no more than Debian 12's libc6. Nothing of the system changes: use them with
# DOCKER_CONFIG=FOLDER. Nothing to do where they are there already.
set -eu
here=$(dirname "$0")
folder=${1:?usage: compose2.sh FOLDER}
if DOCKER_CONFIG=$folder docker compose version 2>/dev/null; then exit 0; fi

. "$here/mirror.sh"
mirror=$(mirror_of bookworm)
: "${mirror:?no Debian mirror in the configuration of apt: set MIRROR}"

mkdir -p "$folder/cli-plugins"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
key=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$key] $mirror trixie main" >"$work/sources.list"
apt() {
    apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" \
        -o APT::Sandbox::User=root "$@"
}
apt update
(cd "$work" && apt download docker-compose docker-buildx)
for package in "$work"/*.deb; do
    dpkg-deb -x "$package" "$work/files"
done
cp "$work"/files/usr/libexec/docker/cli-plugins/* "$folder/cli-plugins/"
DOCKER_CONFIG=$folder docker compose version
