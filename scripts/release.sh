#!/usr/bin/env bash
# Builds all programs as they are released, and packs them with their manual pages, completions and
# licences, and with every page that the README leads to:
#
#   blackbox-VERSION-TARGET.tar.gz, on Windows .zip: an archive for any folder
#   blackbox-explorer_VERSION-1_ARCHITECTURE.deb, on Debian and its relatives, if TARGET uses glibc
#   SHA256SUMS
#
# They come into the folder `dist` of CARGO_TARGET_DIR, or of target/. Then the script runs the programs
# from the unpacked archive. `scripts/release-test.sh` tries both on a bare Debian.
#
#   scripts/release.sh [TARGET]
#
# TARGET is the host if it is not given; its programs must run here. PROFILE=dev packs what the tests have
# built, to try the packaging. Each program contains the list of its dependencies (cargo-auditable), so
# that `cargo audit bin` can check it later.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${PROFILE:-release}
host=$(rustc -vV | sed -n 's/^host: //p')
triple=${1:-$host}
stages=(init explore init-spectrum update-spectrum display)
programs=(blackbox chinese-rings magic-star pen-and-paper china-labyrinth)
version=$(sed -n '/^\[workspace.package\]/,/^\[/ s/^version = "\(.*\)"/\1/p' Cargo.toml)
target=${CARGO_TARGET_DIR:-$PWD/target}
# GNU's tar, which macOS has under another name.
tar=$(command -v gtar || command -v tar)
exe=
[[ $triple != *windows* ]] || exe=.exe

build=(build)
if [ "$profile" = release ]; then
    command -v cargo-auditable >/dev/null || PATH=$PWD/target/tools/bin:$PATH
    command -v cargo-auditable >/dev/null || cargo install --quiet --locked --root target/tools cargo-auditable
    build=(auditable build)
fi
packages=(-p blackbox-stages)
for program in "${programs[@]}"; do packages+=(-p "$program"); done
into=()
[ "$triple" = "$host" ] || into=(--target "$triple")
cargo "${build[@]}" --locked --profile "$profile" "${packages[@]}" --bins "${into[@]}"
built=$target/${into[1]:-}/${profile/#dev/debug}

dist=$target/dist
name=blackbox-$version-$triple
files=$dist/$name
rm -rf "$files"
mkdir -p "$files"/bin "$files"/man/man1 "$files"/completions/{bash,zsh,fish}
for program in "${programs[@]}" "${stages[@]}"; do
    cp "$built/$program$exe" "$files/bin/"
    "$files/bin/$program" man --out "$files/man/man1"
    "$files/bin/$program" completions bash >"$files/completions/bash/$program"
    "$files/bin/$program" completions zsh >"$files/completions/zsh/_$program"
    "$files/bin/$program" completions fish >"$files/completions/fish/$program.fish"
done
scripts/licenses.sh blackbox-stages "${programs[@]}" >"$files/THIRD-PARTY-LICENSES"
{ echo CHANGELOG.md && scripts/linked.py README.md; } | while read -r file; do
    mkdir -p "$files/$(dirname "$file")"
    cp "$file" "$files/$file"
done

# The same files give the same archive.
if [ "$exe" ]; then
    archive=$name.zip
    (cd "$dist" && rm -f "$archive" && 7z a -bso0 -mtm- "$archive" "$name")
else
    archive=$name.tar.gz
    "$tar" -C "$dist" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - "$name" | gzip -n9 >"$dist/$archive"
fi

# The programs must run where nothing else of ours is.
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
(
    cd "$elsewhere"
    if [ "$exe" ]; then 7z x -bso0 "$dist/$archive"; else "$tar" -xzf "$dist/$archive"; fi
    cd "$name"
    for program in "${programs[@]}" "${stages[@]}"; do
        [[ $("bin/$program" --version) == "$program $version"* ]]
    done
    bin/init --config A3_B4 --quiet
    bin/explore --config A3_B4 --quiet
    bin/init-spectrum --config A3_B4 --quiet
    bin/update-spectrum --config A3_B4 --quiet
    bin/display --config A3_B4 --from 1 --to 1
    bin/blackbox verify --config A3_B4 --quiet
    bin/chinese-rings explore --rings 5 --quiet
    bin/magic-star explore 5a --quiet
    bin/pen-and-paper solve --size 5 --seed 1
    bin/china-labyrinth search --seed 1 --quiet >/dev/null
)

made=("$archive")
if command -v dpkg-deb >/dev/null && [[ $triple = *linux-gnu ]]; then
    made+=("$(scripts/deb.sh "$files" "$version" "$dist")")
fi
rm -r "$files"
cd "$dist"
sha=$(command -v sha256sum || echo "shasum -a 256")
$sha "${made[@]}" | tee SHA256SUMS
