#!/usr/bin/env bash
# Prints the licences of everything that is compiled into the binaries of some packages:
# THIRD-PARTY-LICENSES in the archives that scripts/release.sh makes.
#
#   scripts/licenses.sh PACKAGE...
#
# Each package brings its texts. The script needs cargo and jq, and no network once the
# dependencies are there. It fails if a package brings no text and its licence is not one
# whose text is the same for all copies.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v jq >/dev/null || { echo "jq is missing" >&2; exit 1; }
packages=()
for package in "$@"; do packages+=(-p "$package"); done
host=$(rustc -vV | sed -n 's/^host: //p')
metadata=$(mktemp)
linked=$(mktemp)
trap 'rm -f "$metadata" "$linked"' EXIT
cargo metadata --locked --format-version 1 --filter-platform "$host" >"$metadata"
# Leaves out packages that only tests and build scripts need.
cargo tree --locked "${packages[@]}" --target "$host" -e normal --prefix none --no-dedupe -f '{p}' |
    awk 'NF { sub(/^v/, "", $2); print $1 " " $2 }' | sort -u >"$linked"

line='------------------------------------------------------------------------------'
echo 'This archive contains parts of the packages below, each under the licence that is named
with it. The rest is under LICENSE-MIT or LICENSE-APACHE, whichever you like.'
declare -A seen
found=0
while IFS=$'\t' read -r name version license authors manifest; do
    grep -qxF "$name $version" "$linked" || continue
    found=$((found + 1))
    printf '\n%s\n%s %s: %s\n' "$line" "$name" "$version" "$license"
    texts=$(find "$(dirname "$manifest")" -maxdepth 1 -type f \
        \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'copyright*' \
        -o -iname 'notice*' -o -iname 'unlicense*' \) | sort)
    if [ -n "$texts" ]; then
        while read -r text; do
            hash=$(sha256sum <"$text")
            if [ "${seen[$hash]-}" ]; then
                printf '\n%s: the same as that of %s, above\n' "${text##*/}" "${seen[$hash]}"
            else
                seen[$hash]="$name $version, ${text##*/}"
                printf '\n%s:\n\n' "${text##*/}"
                cat "$text"
            fi
        done <<<"$texts"
    elif [[ $license == *MIT* ]]; then
        # The package names its licence, but brings no text.
        printf '\nCopyright (c) %s\n' "${authors:-the authors of $name}"
        sed '1,/^Copyright/d' LICENSE-MIT
    else
        echo "$name $version has no licence text" >&2
        exit 1
    fi
done < <(jq -r '.packages[] | select(.source != null)
    | [.name, .version, .license, (.authors | join(", ")), .manifest_path] | @tsv' "$metadata" |
    sort)
[ "$found" -gt 20 ] || { echo "only $found packages were found" >&2; exit 1; }

if grep -q '^libsqlite3-sys ' "$linked"; then
    printf '\n%s\nSQLite, which libsqlite3-sys contains, is in the public domain:\n\n' "$line"
    sqlite=$(jq -r '.packages[] | select(.name == "libsqlite3-sys") | .manifest_path' "$metadata")
    # SQLite's authors have written this blessing instead of a licence.
    sed -n '/The author disclaims copyright/,/May you share freely/ {
        s/^\*\* \{0,1\}//
        p
        /May you share freely/q
    }' "$(dirname "$sqlite")/sqlite3/sqlite3.h"
fi

cat <<END

$line
Rust's standard library: MIT OR Apache-2.0

Copyright (c) The Rust Project Contributors
END
sed '1,/^Copyright/d' LICENSE-MIT
