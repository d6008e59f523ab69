#!/bin/sh
# Prints the section of a version in CHANGELOG.md, up to its first fifteen lines: the notes of a release.
#
#   scripts/release-notes.sh v1.0.0
set -eu
cd "$(dirname "$0")/.."
notes=$(awk -v version="${1#v}" '
    /^## / { inside = $2 == version; next }
    inside && (lines || NF) && ++lines <= 15' CHANGELOG.md)
[ "$notes" ] || { echo "error: CHANGELOG.md has no section for ${1#v}" >&2; exit 1; }
printf '%s\n\n%s\n' "$notes" 'All changes are in CHANGELOG.md, which every archive contains.'
