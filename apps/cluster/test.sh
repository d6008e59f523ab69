#!/usr/bin/env bash
# The census on a cluster, with real processes on loopback: see test.py. It installs
# what the machine lacks under target/. If Java or pyspark is not available, it says so
# and passes.
#
#   apps/cluster/test.sh [PROGRAM [LARGEST]]
#
# PROGRAM is `blackbox`; without it, it is built. LARGEST is the largest configuration, A5_B8 if it is
# not given. A6_B8 takes eight minutes of processor time more.
set -euo pipefail
cd "$(dirname "$0")/../.."

skip() {
    echo "SKIPPED: apps/cluster/test.sh: $1" >&2
    exit 0
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! command -v java >/dev/null; then
    as_root apt-get update -qq &&
        as_root apt-get install -y -qq default-jre-headless || skip "no Java can be installed"
fi
venv=target/cluster
python3 -m venv "$venv" &&
    "$venv/bin/pip" install -q pyspark==4.1.4 pyarrow==26.0.1 pandas==3.1.1 duckdb==1.4.5 ||
    skip "no pyspark can be installed"
[ "${1:-}" ] || cargo build --locked --quiet
timeout 1200 "$venv/bin/python" apps/cluster/test.py "${1:-target/debug/blackbox}" "${2:-A5_B8}"
