#!/bin/sh
# Makes original.db.gz with the original's own programs, as
# README.md says:
#
#     data/reference/original/fixture.sh PROGRAMS
#
# PROGRAMS is a copy of jforget/raku-exploring-Black-Box. `raku` has to find DBIish, by RAKULIB if it
# is not installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$1"/. "$work"
cd "$work"
sed -i "s|^my Str \$dbname = .*|my Str \$dbname = '$work/original.db';|" lib/db-conf-sql.rakumod

for config in A2_B4 A3_B4 A3_B5; do
    raku init-conf-sql.raku $config
    raku explore-sql.raku $config
    raku init-spectrum-sql.raku $config
    raku upd-spectrum-sql.raku $config
done

# One that is stopped in the middle, when some of its molecules are committed.
raku init-conf-sql.raku A4_B4
before=$(wc -c < original.db)
raku explore-sql.raku A4_B4 &
while [ "$(wc -c < original.db)" -lt $((before + 150000)) ]; do sleep 0.1; done
kill $!
wait $! || true
# What was not committed is taken back.
sqlite3 original.db 'select config, count(*), max(number) from Molecules group by config'

gzip -9 -n -c original.db > "$here/original.db.gz"
