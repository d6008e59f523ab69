#!/usr/bin/env bash
# Builds all programs for a release, and packs them with their licences:
# target/blackbox-VERSION-HOST.tar.gz. Then unpacks the archive elsewhere and runs them.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v jq >/dev/null || { echo "jq is missing" >&2; exit 1; }
programs=(blackbox chinese-rings magic-star pen-and-paper china-labyrinth)
version=$(sed -n '/^\[workspace.package\]/,/^\[/ s/^version = "\(.*\)"/\1/p' Cargo.toml)
host=$(rustc -vV | sed -n 's/^host: //p')
target=$(cargo metadata --locked --no-deps --format-version 1 | jq -r .target_directory)
name=blackbox-$version-$host
archive=$target/$name.tar.gz

packages=()
for program in "${programs[@]}"; do packages+=(-p "$program"); done
cargo build --locked --release "${packages[@]}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/$name"
for program in "${programs[@]}"; do cp "$target/release/$program" "$work/$name/"; done
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$work/$name/"
scripts/licenses.sh "${programs[@]}" >"$work/$name/THIRD-PARTY-LICENSES"
# The same files give the same archive.
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - "$name" |
    gzip -n9 >"$archive"

# The packed programs must run where nothing else of ours is.
mkdir "$work/elsewhere"
tar -C "$work/elsewhere" -xzf "$archive"
cd "$work/elsewhere/$name"
for file in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY-LICENSES; do
    [ -s "$file" ] || { echo "$file is missing or empty" >&2; exit 1; }
done
for program in "${programs[@]}"; do
    [ "$(env -i "./$program" --version)" = "$program $version" ]
done
env -i ./blackbox run --config A3_B4 --quiet
env -i ./blackbox verify --config A3_B4 --quiet
env -i ./chinese-rings explore --rings 5 --quiet
env -i ./magic-star explore 5a --quiet
env -i ./pen-and-paper solve --size 5 --seed 1
env -i ./china-labyrinth search --seed 1 --quiet >/dev/null
ls -l "$archive"
