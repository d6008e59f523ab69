#!/usr/bin/env bash
# Makes a Debian package of the folder that scripts/release.sh packs, and prints the name of its file.
#
#   scripts/deb.sh FOLDER VERSION OUT
#
# Debian's `blackbox` is a window manager with a program of that name, so the package is called
# blackbox-explorer and conflicts with it. The five stages would shadow /sbin/init and ImageMagick's
# display, so they are in /usr/lib/blackbox-explorer. DEBFULLNAME and DEBEMAIL name the maintainer; otherwise
# it is who made the last commit.
set -euo pipefail
cd "$(dirname "$0")/.."
from=$1 version=$2-1 out=$3
package=blackbox-explorer
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
architecture=$(dpkg --print-architecture)

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
doc=$root/usr/share/doc/$package
lib=$root/usr/lib/$package
mkdir -p "$root"/{DEBIAN,debian} "$root"/usr/bin "$root"/usr/share/man "$lib" "$doc" \
    "$root"/usr/share/bash-completion "$root"/usr/share/zsh "$root"/usr/share/fish
cp "$from"/bin/* "$root/usr/bin/"
cp -r "$from/man/man1" "$root/usr/share/man/man1"
cp -r "$from/completions/bash" "$root/usr/share/bash-completion/completions"
cp -r "$from/completions/zsh" "$root/usr/share/zsh/vendor-completions"
cp -r "$from/completions/fish" "$root/usr/share/fish/vendor_completions.d"
for stage in init explore init-spectrum update-spectrum display; do
    mv "$root/usr/bin/$stage" "$lib/"
    # blackbox-explore(1) is the same page.
    rm "$root/usr/share/man/man1/$stage.1" "$root"/usr/share/bash-completion/completions/$stage \
        "$root"/usr/share/zsh/vendor-completions/_$stage "$root"/usr/share/fish/vendor_completions.d/$stage.fish
done
# The stages name it in their hints.
ln -s ../../bin/blackbox "$lib/blackbox"
gzip -n9 "$root"/usr/share/man/man1/*

cp -r "$from"/{README.md,docs,data,puzzles,sql} "$doc/"
cp "$from/THIRD-PARTY-LICENSES" "$doc/"
gzip -n9c "$from/CHANGELOG.md" >"$doc/changelog.gz"
cat >"$doc/README.Debian" <<'README'
The five stages of the pipeline are in /usr/lib/blackbox-explorer, because /sbin/init and ImageMagick's
display have the names of two of them. To use them by their names in a shell:

    PATH=/usr/lib/blackbox-explorer:$PATH

Each is also a subcommand, with a manual page: blackbox explore, blackbox-explore(1).
README
{
    echo "$package ($version) unstable; urgency=medium"
    printf '\n  * Release of this version. changelog.gz has its changes.\n\n'
    echo " -- $maintainer  $(LC_ALL=C git log -1 --date='format:%a, %d %b %Y %H:%M:%S %z' --format=%cd)"
} | gzip -n9 >"$doc/changelog.Debian.gz"
{
    echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Black Box explorer

Files: *'
    sed -n 's/^Copyright (c)/Copyright:/p' LICENSE-MIT
    echo 'License: Expat or Apache-2.0
Comment: THIRD-PARTY-LICENSES in this folder has the licences of what is compiled into the programs.

License: Expat'
    sed '1,/^Copyright/d; /./!d; s/^/ /' LICENSE-MIT
    echo '
License: Apache-2.0
 On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0.'
} >"$doc/copyright"

# dpkg-shlibdeps reads the name of the package here.
printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' $package $package >"$root/debian/control"
depends=$(cd "$root" && dpkg-shlibdeps -O usr/bin/* usr/lib/$package/display 2>/dev/null | sed 's/^shlibs:Depends=//')
rm -r "$root/debian"
find "$root" -type d -exec chmod 755 {} +
find "$root/usr/share" -type f -exec chmod 644 {} +
find "$root" -exec touch --no-dereference --date=@"$(git log -1 --format=%ct)" {} +
cat >"$root/DEBIAN/control" <<CONTROL
Package: $package
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $depends
Suggests: sqlite3
Conflicts: blackbox
Section: math
Priority: optional
Description: exhaustive explorer of the puzzle game Black Box
 Traces all rays of every arrangement of atoms in a box, stores them in an
 SQLite database, and finds the arrangements that no rays can tell apart.
 Decodes boards that people have played, plays the game, and counts ambiguity
 of larger boxes.
 .
 With four sister puzzles: chinese-rings, magic-star, pen-and-paper and
 china-labyrinth.
CONTROL
(cd "$root" && find usr -type f -printf '%P\n' | sort | sed 's|^|usr/|' | xargs -d '\n' md5sum >DEBIAN/md5sums)
file=${package}_${version}_$architecture.deb
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) dpkg-deb --build --root-owner-group "$root" "$out/$file" >/dev/null
echo "$file"
