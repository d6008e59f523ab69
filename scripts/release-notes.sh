#!/bin/sh
# Prints the notes of a release: what the section of its version in CHANGELOG.md says before the first
# heading, in at most fifteen lines.
#
#   scripts/release-notes.sh v1.0.0
set -eu
cd "$(dirname "$0")/.."
notes=$(awk -v version="${1#v}" '
    /^## / { inside = $2 == version; next }
    /^### / { inside = 0 }
    inside && (lines || NF) && ++lines <= 13' CHANGELOG.md)
[ "$notes" ] || { echo "error: CHANGELOG.md has no section for ${1#v}" >&2; exit 1; }
printf '%s\n\n%s\n' "$notes" 'CHANGELOG.md, which every archive contains, has all changes.'
