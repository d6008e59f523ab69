#!/usr/bin/env bash
# Builds all programs as they are released, and packs them with their manual pages, their
# completions and their licences:
#   target/blackbox-VERSION-HOST.tar.gz, an archive for any folder, and
#   target/debian/blackbox-explorer_VERSION_ARCHITECTURE.deb, on Debian and its relatives.
# Then unpacks the archive elsewhere and runs the programs. `scripts/deb-test.sh` tries the
# Debian package.
#
# Each program contains the list of its dependencies (cargo-auditable), so that `cargo audit bin`
# can check it later.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v jq >/dev/null || { echo "jq is missing" >&2; exit 1; }
tool() { # package; it stays in target/, so that nothing of the user's changes
    [ -x "target/tools/bin/$1" ] || cargo install --quiet --locked --root target/tools "$1"
}
tool cargo-auditable
! command -v dpkg >/dev/null || tool cargo-deb
PATH=$PWD/target/tools/bin:$PATH

# GNU's tar, which macOS has under another name.
tar=$(command -v gtar || command -v tar)
programs=(blackbox chinese-rings magic-star pen-and-paper china-labyrinth)
version=$(sed -n '/^\[workspace.package\]/,/^\[/ s/^version = "\(.*\)"/\1/p' Cargo.toml)
host=$(rustc -vV | sed -n 's/^host: //p')
target=$(cargo metadata --locked --no-deps --format-version 1 | jq -r .target_directory)
name=blackbox-$version-$host
archive=$target/$name.tar.gz

packages=()
for program in "${programs[@]}"; do packages+=(-p "$program"); done
cargo auditable build --locked --release "${packages[@]}"

# What belongs into the archive and into the Debian package, in the folders of the latter.
files=$target/dist-files
rm -rf "$files"
mkdir -p "$files"/{bin,man,bash,zsh,fish}
for program in "${programs[@]}"; do
    cp "$target/release/$program" "$files/bin/"
    "$files/bin/$program" man --out "$files/man"
    "$files/bin/$program" completions bash >"$files/bash/$program"
    "$files/bin/$program" completions zsh >"$files/zsh/_$program"
    "$files/bin/$program" completions fish >"$files/fish/$program.fish"
done
scripts/licenses.sh "${programs[@]}" >"$files/THIRD-PARTY-LICENSES"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/$name"
cp "$files"/bin/* README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$files/THIRD-PARTY-LICENSES" "$work/$name/"
cp -r "$files/man" "$work/$name/man"
mkdir "$work/$name/completions"
cp -r "$files"/{bash,zsh,fish} "$work/$name/completions/"
# The same files give the same archive.
"$tar" -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - "$name" |
    gzip -n9 >"$archive"

# The packed programs must run where nothing else of ours is.
mkdir "$work/elsewhere"
"$tar" -C "$work/elsewhere" -xzf "$archive"
cd "$work/elsewhere/$name"
for file in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY-LICENSES man/blackbox-run.1; do
    [ -s "$file" ] || { echo "$file is missing or empty" >&2; exit 1; }
done
for program in "${programs[@]}"; do
    [[ $(env -i "./$program" --version) == "$program $version"* ]]
done
env -i ./blackbox run --config A3_B4 --quiet
env -i ./blackbox verify --config A3_B4 --quiet
env -i ./chinese-rings explore --rings 5 --quiet
env -i ./magic-star explore 5a --quiet
env -i ./pen-and-paper solve --size 5 --seed 1
env -i ./china-labyrinth search --seed 1 --quiet >/dev/null
cd - >/dev/null

ls -l "$archive"
if command -v dpkg >/dev/null; then
    cargo deb --quiet --no-build --no-strip --output "$target/debian/"
    ls -l "$target"/debian/*.deb
fi
