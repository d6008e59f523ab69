#!/usr/bin/env bash
# Installs the Debian package that scripts/release.sh made into a clean Debian, runs the
# programs there as somebody who is not root, and removes the package again.
#
#   scripts/deb-test.sh [SUITE]
#
# Needs root, debootstrap, and Debian's packages. SUITE is bookworm if it is not given.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v debootstrap >/dev/null || { echo "debootstrap is missing" >&2; exit 1; }
package=$(ls -t target/debian/blackbox-explorer_*.deb | head -1)
root=$(mktemp -d)
chmod 755 "$root" # Not only root must get in.
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase --include=man-db,bash-completion "${1:-bookworm}" "$root" >"$root.log"
cp "$package" "$root/tmp/package.deb"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp "$@"; }
inside apt-get install -qq -y --no-install-recommends /tmp/package.deb
inside useradd -m player
inside su - player -c '
    set -eu
    for program in blackbox chinese-rings magic-star pen-and-paper china-labyrinth; do
        "$program" --version
        man -w "$program" >/dev/null
        test -s "/usr/share/bash-completion/completions/$program"
    done
    blackbox run --config A3_B4 --quiet
    blackbox verify --config A3_B4 --quiet
    magic-star explore 5a --quiet
    man blackbox-census | head -5
'
inside apt-get purge -qq -y blackbox-explorer
if inside sh -c 'command -v blackbox || ls /usr/share/man/man1/blackbox*'; then
    echo "the package left files behind" >&2
    exit 1
fi
rm -f "$root.log"
echo "installed, run and removed"
