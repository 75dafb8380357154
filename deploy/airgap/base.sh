#!/bin/sh
# base.sh - makes the image debian:bookworm-slim from a Debian mirror, unless an image of that name is
# there (pulled, or made before). Needs root, debootstrap and a Docker engine that answers.
set -eu
here=$(dirname "$0")
. "$here/mirror.sh"

suite=bookworm
image=debian:$suite-slim
if docker image inspect "$image" >/dev/null 2>&1; then
    echo "$image: already here"
    exit 0
fi

mirror=$(mirror_of $suite)
security=$(mirror_of $suite-security)
: "${mirror:?no Debian mirror in the configuration of apt: set MIRROR}"

# dpkg syncs a lot: in memory the bootstrap takes half the time. debootstrap refuses nodev and noexec.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] &&
    ! grep -qE '^[^ ]+ /dev/shm .*(noexec|nodev)' /proc/mounts; then
    TMPDIR=/dev/shm
fi
work=$(mktemp -d "${TMPDIR:-/var/tmp}/base.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
if ! debootstrap --variant=minbase $suite "$root" "$mirror" >"$work/log" 2>&1; then
    tail -n 20 "$work/log" >&2
    exit 1
fi

# stanza URI SUITES prints one source of apt's.
stanza() {
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\n' "$1" "$2"
    printf 'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n'
}
rm -f "$root/etc/apt/sources.list"
{
    stanza "$mirror" "$suite $suite-updates"
    [ -z "$security" ] || stanza "$security" "$suite-security"
} >"$root/etc/apt/sources.list.d/debian.sources"

# What the official slim image also does: no documents, manual pages or translations (copyright files
# stay), nothing kept of what apt fetched, no daemon started by an installation.
cat >"$root/etc/dpkg/dpkg.cfg.d/docker" <<'END'
path-exclude /usr/share/doc/*
path-include /usr/share/doc/*/copyright
path-exclude /usr/share/man/*
path-exclude /usr/share/info/*
path-exclude /usr/share/locale/*
path-include /usr/share/locale/locale.alias
force-unsafe-io
END
cat >"$root/etc/apt/apt.conf.d/docker" <<'END'
Acquire::Languages "none";
Acquire::GzipIndexes "true";
Apt::AutoRemove::SuggestsImportant "false";
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
END
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
find "$root/usr/share/doc" -type f ! -name copyright -delete
find "$root/usr/share/doc" -depth -type d -empty -delete
rm -rf "$root"/usr/share/man/* "$root"/usr/share/info/* "$root"/usr/share/locale/* \
    "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/var/cache/debconf/*-old \
    "$root"/var/log/* "$root"/tmp/* "$root"/etc/resolv.conf "$root"/etc/hostname
mkdir -p "$root/var/cache/apt/archives/partial" "$root/var/lib/apt/lists/partial" "$root/var/log/apt"

tar -C "$root" --numeric-owner --one-file-system \
    --exclude='./proc/*' --exclude='./sys/*' --exclude='./dev/*' -c . |
    docker import --change 'CMD ["bash"]' \
        --change 'LABEL org.opencontainers.image.description="debian minbase, made by base.sh"' \
        - "$image" >/dev/null
echo "$image: made from $suite's packages"
