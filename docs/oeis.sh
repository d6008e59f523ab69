#!/bin/sh
# Prints a b-file for the On-Line Encyclopedia of Integer Sequences from the tables in data/reference:
# an index and a term per line.
#
#   docs/oeis.sh molecules 4   ambiguous molecules of 4 atoms in a box of p by p, from p = 4
#   docs/oeis.sh spectra 4     different spectra of 4 atoms in a box of p by p, from p = 4
#   docs/oeis.sh triangle      ambiguous molecules of n atoms in a box of p by p, by rows: p = 1 .. 6, n = 0 .. p^2
set -eu
cd "$(dirname "$0")/../data/reference"
choose='function choose(n, k,  c, i) { c = 1; for (i = 1; i <= k; i++) c = c * (n - k + i) / i; return c }'
case $1 in
    molecules | spectra)
        awk -F, -v what="$1" -v n="$2" "$choose"'
            $2 > 1 && split($1, name, /A|_B/) && name[2] == n { molecules[name[3]] += $5; spectra[name[3]] += $4 }
            END {
                for (p = 4; p in molecules; p++)
                    printf "%d %.0f\n", p, what == "molecules" ? molecules[p] : choose(p * p, n) - molecules[p] + spectra[p]
            }' laws/wide.csv ;;
    triangle)
        { cat An_B4.census.csv An_B5.census.csv An_B6.census.csv; gzip -dc A13..36_B6.census.csv.gz; } | awk -F, '
            $1 == "config" { next }
            !($1 in terms) { order[++rows] = $1 }
            { terms[$1] += $2 > 1 ? $5 : 0 }
            BEGIN { known = split("0 0  0 0 0 0 0  0 0 2 4 8 0 0 0 0 0", small, " ") }
            END {
                for (i = 1; i <= known; i++) print i, small[i]
                for (i = 1; i <= rows; i++) printf "%d %.0f\n", known + i, terms[order[i]]
            }' ;;
esac
