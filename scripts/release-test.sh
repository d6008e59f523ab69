#!/usr/bin/env bash
# Runs the owner's session of the README from what scripts/release.sh made, as an ordinary user of a bare
# Debian: once from the archive, and once from the installed package, which it then removes again.
#
#   scripts/release-test.sh [SUITE [MIRROR]]
#
# Needs root and debootstrap. SUITE is bookworm if it is not given, whose glibc 2.36 is the oldest that an
# archive built there runs with.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v debootstrap >/dev/null || { echo "error: debootstrap is missing" >&2; exit 1; }
dist=${CARGO_TARGET_DIR:-target}/dist
(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
root=$(mktemp -d)
chmod 755 "$root" # Not only root must get in.
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase --include=man-db,bash-completion,sqlite3 "${1:-bookworm}" "$root" "${@:2}" >"$root.log"
cp "$dist"/blackbox-explorer_*.deb "$root/tmp/package.deb"
cp "$dist"/blackbox-*linux*.tar.gz "$root/tmp/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp "$@"; }
inside useradd -m player

# The five programs as the README has them; `to` is what stands before their names.
session='
    set -eu
    "$to"init --config A4_B6 --quiet
    "$to"explore --config A4_B6 --quiet
    "$to"init-spectrum --config A4_B6 --quiet
    "$to"update-spectrum --config A4_B6 --quiet
    test "$(sqlite3 data/blackbox.db "select sum(nb_mol) from Spectrums")" = 1636
    "$to"display --config A4_B6 --from 5 --to 10 | grep -q "^Absorbed"
'
for archive in "$root"/tmp/*.tar.gz; do
    name=$(basename "$archive" .tar.gz)
    inside su - player -c "tar -xzf /tmp/$name.tar.gz && cd $name && to=bin/; $session
        bin/blackbox verify --config A4_B6 --quiet
        man -l man/man1/blackbox-census.1 | head -3"
done

inside apt-get install -qq -y --no-install-recommends /tmp/package.deb
inside su - player -c '
    set -eu
    mkdir installed && cd installed
    for program in blackbox chinese-rings magic-star pen-and-paper china-labyrinth; do
        "$program" --version
        man -w "$program" >/dev/null
        test -s "/usr/share/bash-completion/completions/$program"
    done
    # Nothing of ours stands before the programs of others.
    ! command -v display
    test "$(command -v init || echo none)" != /usr/bin/init
    magic-star explore 5a --quiet
    PATH=/usr/lib/blackbox-explorer:$PATH to=
'"$session"'
    blackbox verify --config A4_B6 --quiet
    man blackbox-census | head -3
'
inside apt-get purge -qq -y blackbox-explorer
if inside sh -c 'command -v blackbox || ls -d /usr/share/man/man1/blackbox* /usr/lib/blackbox-explorer'; then
    echo "error: the package left files behind" >&2
    exit 1
fi
rm -f "$root.log"
echo "unpacked, installed, run and removed"
