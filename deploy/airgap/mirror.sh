# mirror.sh - sourced. mirror_of CODENAME prints the Debian mirror that this machine's own apt takes
# that suite from; MIRROR and MIRROR_SECURITY, where set, are used instead.

mirror_of() {
    case $1 in
    *-security) [ -z "${MIRROR_SECURITY:-}" ] || { echo "$MIRROR_SECURITY"; return; } ;;
    *) [ -z "${MIRROR:-}" ] || { echo "$MIRROR"; return; } ;;
    esac
    apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' "Codename: $1" \
        'Component: main' 2>/dev/null | head -n 1
}
