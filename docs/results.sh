#!/bin/sh
# Writes docs/results.md from the tables in data/reference. The script computes
# only sums and shares.
#
#   docs/results.sh [FILE]
set -eu
cd "$(dirname "$0")/.."
reference=data/reference

commas='function commas(n,  s, t) {
    s = sprintf("%.0f", n)
    while (length(s) > 3) { t = "," substr(s, length(s) - 2) t; s = substr(s, 1, length(s) - 3) }
    return s t
}'

# How much of a census was counted again, by configuration.
again='NR == FNR { again[$1] = !$3 ? "no" : $3 == $4 ? "all" : $4 " of " commas($3); next }
FNR == 1 { next }'

totals() { # file
    awk -F, "$commas$again"'
        {
            printf "| %s | %s | %s | %.4f | %s | %s | %s | %s |\n", $1, commas($2), commas($3), 100 * $3 / $2,
                commas($4), commas($5), commas($6), $1 in again ? again[$1] : "no"
        }' "$reference/censuses.checksums.csv" "$reference/$1"
}

row() { # file
    case $1 in
        *.gz) gzip -dc "$reference/$1" ;;
        *) cat "$reference/$1" ;;
    esac | awk -F, "$commas$again"'
        !($1 in molecules) { order[++n] = $1 }
        { molecules[$1] += $5 }
        $2 == 1 { alone[$1] = $5 }
        $2 >= 2 { up_to[$1] += $3; spectra[$1] += $4; ambiguous[$1] += $5; largest[$1] = $2 }
        END {
            for (i = 1; i <= n; i++) {
                c = order[i]
                printf "| %s | %s | %s | %.4f | %s | %s | %s | %s |\n", c, commas(molecules[c]), commas(ambiguous[c]),
                    100 * ambiguous[c] / molecules[c], commas(up_to[c]), commas(spectra[c]),
                    commas(largest[c] ? largest[c] : 1), c in again ? again[c] : "no"
            }
        }' "$reference/censuses.checksums.csv" -
}

# The rows of these configurations (an extended regular expression), in the order of the files.
table() { # title, configurations, files
    printf '## %s\n\n' "$1"
    echo '| configuration | molecules | ambiguous | % | ambiguous spectra up to symmetry | ambiguous spectra | largest group | recounted |'
    echo '|---|---:|---:|---:|---:|---:|---:|---:|'
    chosen=$2
    shift 2
    for part; do
        case $part in
            *.totals.csv) totals "$part" ;;
            *) row "$part" ;;
        esac
    done | grep -E "^\| ($chosen) "
    printf '\n'
}

write() {
    cat <<'TEXT'
# Results

This page sums up the complete censuses of 145 configurations: every number of atoms in boxes of 4 × 4 to 7 × 7, 1 to 11
atoms in 8 × 8, and four atoms in boxes of 3 × 3 to 11 × 11. In short:

- **The standard game is nearly fair.** Of the 635,376 boards of four atoms in 8 × 8, 4,532 (0.71 %) have a *twin*:
  another board with the same answers to all rays. A board without a twin is *fair*. With five atoms, 5.2 % of the
  boards have a twin, and with eight atoms, 69 %.
- **With many atoms, almost no board is fair.** In 7 × 7, for any number of atoms from 12 to 42, more than 99.5 % of the
  boards have a twin. With 24 atoms, one board in 1.4 million has none, and 375 million boards share a single spectrum.
- **In a wide box, ambiguity fades.** For each number of atoms up to five, the number of *ambiguous* boards, those with
  a twin, is a [polynomial](laws.md) in the width, and grows more slowly than the number of all boards.

![The share of ambiguous molecules in boxes of 8 × 8, by the number of atoms](ambiguous-8.svg)

![The share of ambiguous molecules in boxes of 10 × 10, by the number of atoms](ambiguous-10.svg)

The charts show counted and estimated shares as separate lines. For each estimate, the program searched for twins of
20,000 random molecules (boards); [`drawn.csv`](../data/reference/drawn.csv) has the 99 % intervals.

The tables below are a selection; [`data/reference/`](../data/reference/README.md#censuses) has all rows, with the
commands that made them. The last column shows the number of [slices](verify.md#recount-a-census) of each census that a
second implementation of the rules counted again, always with the same result. Only a recount of all slices shows that a
census is right: if 1 % of the slices were wrong, a recount of five would miss them all with a probability of 95 %.

TEXT
    table 'Boxes of 8 × 8' 'A[0-9]+_B8' An_B8.census.csv A11_B8.totals.csv
    table 'Four atoms in boxes of 3 × 3 to 11 × 11' 'A4_B[0-9]+' A4_Bp.census.csv
    table 'From empty to full boxes of 7 × 7' 'A[0-9]*[05]_B7' An_B7.census.csv.gz A13..36_B7.totals.csv A37..49_B7.census.csv.gz
    cat <<'TEXT'
## The largest groups

For each width, the table shows the largest spectral group (boards that share one spectrum) that we have counted, and
one of its boards. A command such as `blackbox decode A4_B8:10972 --exact` draws a board and counts its group.

| configuration | molecules with one spectrum | a board |
|---|---:|---|
TEXT
    awk -F, "$commas"'
        NR == 1 { next }
        {
            split($1, name, "_B")
            if (!(name[2] in most)) order[++n] = name[2]
            if ($7 > most[name[2]] && $8 != "") { most[name[2]] = $7; board[name[2]] = $8; config[name[2]] = $1 }
        }
        END {
            for (i = 1; i <= n; i++) {
                w = order[i]
                if (w in board) printf "| %s | %s | `%s` |\n", config[w], commas(most[w]), board[w]
            }
        }' "$reference/censuses.checksums.csv"
    cat <<'TEXT'

## Whole boxes

`blackbox census B7` counts all 2⁴⁹ boards of the box of 7 × 7 together, in 171 s of processor time on [our
machine](performance.md). The result agrees with fifty separate censuses, one for each number of atoms. The charts show
the share of ambiguous molecules, the number of spectra and the largest group in boxes of 4 × 4 to 7 × 7:

![The share of ambiguous molecules by the number of atoms, in boxes of 4 × 4 to 7 × 7](whole-ambiguous.svg)

![The number of spectra up to symmetry by the number of atoms](whole-spectra.svg)

![The largest group by the number of atoms](whole-largest.svg)

| box | boards | spectra up to symmetry | whole box, processor time | separate censuses (one per number of atoms), time on two cores |
|---|---:|---:|---:|---:|
| B4 | 65,536 | 1,533 | 0.002 s | |
| B5 | 33,554,432 | 54,942 | 0.01 s | 0.7 s for 10 of 26 |
| B6 | 68,719,476,736 | 2,388,337 | 0.8 s | 5,081 s for 25 of 37 |
| B7 | 562,949,953,421,312 | 131,511,445 | 171 s | 14,034 s for 16 of 50 |
| B8 | 18,446,744,073,709,551,616 | about 8.5 · 10⁹ | about 24 hours | |

The last column adds up the times in [`censuses.times.csv`](../data/reference/censuses.times.csv), which has only
censuses of a million molecules or more, counted with earlier versions of the program. The spectra of B8 are estimated
from 32 of its 768 parts ([`whole/`](../data/reference/whole)), which have 354,238,386 spectra up to symmetry and 3.1 %
of the boards. The time is estimated from the number of rays fired in 16 parts, at the number of rays per second that B7
reached. Random walks through the search tree give 1.21 · 10¹⁰ spectra (standard error 0.11 · 10¹⁰), but for 8 to 11
atoms, where censuses have counted the spectra, they give 16 to 22 % too many.

## A pattern in nearly full boxes

In nearly full boxes, the number of ambiguous spectra with n atoms equals the number of all spectra with n + 1 atoms:
A26_B6 has 466,204 ambiguous spectra, and A27_B6 has 466,204 spectra in all. The two numbers are equal from n = 13 on in
the box of 4 × 4, from 17 in 5 × 5, from 23 in 6 × 6 and from 33 in 7 × 7, up to the full box. With one atom fewer, they
differ: A22_B6 has 2,289,150 ambiguous spectra, and A23_B6 has 2,289,146 in all.

The censuses of whole boxes (`blackbox census B4..7`) show that these are the same spectra: from these numbers of atoms
on, a spectrum is ambiguous with n atoms if and only if it occurs with n + 1. In other words, of all boards with such a
spectrum, exactly one has the most atoms, and several have one atom fewer. We have no proof for wider boxes.

## What others have found

- Joey Shepard, Archie Monji and Helio Tejeda (*Black Box: The Ultimate Game of Hide and Seek*, 17 August 2013) compare
  programs that play. Their abstract says that "indistinguishable boards make some games unsolvable"; the tables above
  count these boards. We have read only the abstract and the introduction, so we cannot compare figures.
- Wikipedia's article on the game shows a fifth atom that four others hide, and says that "five-atom configurations
  allow for positions that cannot be unambiguously determined by probes". The article also shows one board of four atoms
  in 8 × 8, with a hidden atom, and calls it unambiguous. But of all 635,376 boards of four atoms, 4,532 are ambiguous.

## Compare and cite

[`checksums.csv`](../data/reference/README.md#checksums) has the [checksums](verify.md#checksums) of 32 configurations,
all of whose rows `blackbox verify` recomputed.
[`censuses.checksums.csv`](../data/reference/README.md#checksums-of-censuses) has the checksums of the censuses and, for
most of them, a board of the largest group. [CITATION.cff](../CITATION.cff) shows how to cite programs and data. The
script [`docs/results.sh`](results.sh) writes this page.
TEXT
}

file=${1:-docs/results.md}
write >"$file.new"
mv "$file.new" "$file"
