#!/bin/sh
# Writes docs/results.md from the tables in data/reference, which name the
# commands that made them. It computes sums and shares, and nothing else.
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

estimates() { # width
    awk -F, -v width="$1" '
        NR == 1 { next }
        { split($1, name, "_B") }
        name[2] == width {
            printf "| %s | %d of %d | %.2f | %.2f to %.2f |\n", $1, $4, $3, 100 * $6, 100 * $7, 100 * $8
        }' "$reference/drawn.csv"
}

curve() { # width
    printf '## Any number of atoms in the box of %s × %s\n\n' "$1" "$1"
    printf '![The share of ambiguous molecules by the number of atoms](ambiguous-%s.svg)\n\n' "$1"
    echo '| configuration | ambiguous of those drawn | estimate, % | 99 % interval, % |'
    echo '|---|---:|---:|---:|'
    estimates "$1"
    printf '\n'
}

table() { # title, files
    printf '## %s\n\n' "$1"
    echo '| configuration | molecules | ambiguous | % | spectra up to symmetry | spectra in all | largest group | counted again |'
    echo '|---|---:|---:|---:|---:|---:|---:|---:|'
    shift
    for part; do
        case $part in
            *.totals.csv) totals "$part" ;;
            *) row "$part" ;;
        esac
    done
    printf '\n'
}

write() {
    cat <<'TEXT'
# Results

This page shows how ambiguous the configurations are that have been counted. [Words](words.md)
explains the terms.

- *ambiguous* is the number of molecules that share their spectrum with another one.
- *spectra* are those that several molecules share. *Up to symmetry*, spectra that are rotations or
  reflections of each other count once.
- *largest group* is the largest number of molecules that share one spectrum.
- *counted again* says how many slices of the table `blackbox verify --recount` counted again by
  [plain rules](verify.md#recount-a-census) that share no code with the census, and found right.

[`docs/results.sh`](results.sh) writes this page from the tables in
[`data/reference/`](../data/reference), which say how they were made.

TEXT
    table 'Boxes of 4 × 4' An_B4.census.csv
    table 'Boxes of 5 × 5' An_B5.census.csv
    table 'Boxes of 6 × 6' An_B6.census.csv A13..36_B6.census.csv.gz
    table 'Boxes of 7 × 7' An_B7.census.csv.gz A13..36_B7.totals.csv A37..49_B7.census.csv.gz
    table 'Boxes of 8 × 8' An_B8.census.csv A11_B8.totals.csv
    table 'Four atoms' A4_Bp.census.csv
    cat <<'TEXT'
## A pattern in full boxes

In a full box, a configuration has as many ambiguous spectra as the next one, with an atom more, has spectra in all.
For A26_B6, these are 466,204. In a box of 4 × 4, it begins with 13 atoms. In boxes of 5 × 5, 6 × 6 and 7 × 7, it begins
with 17, 23 and 33. From there, it is true up to the full box. With one atom less than these, it is not: A22_B6 has
2,289,150 ambiguous spectra, and A23_B6 has 2,289,146 in all. `tests/it/census_tables.rs` compares the tables.

The census of the whole box shows that these are the same spectra, and not only as many: from 13 and 17 atoms on, a
spectrum of a box of 4 × 4 or 5 × 5 is ambiguous with a number of atoms if and only if it also occurs with one atom more.
In other words, the fullest board of a spectrum is unique, and with one atom less there are several boards. We have no proof.

## What has not been counted

A12_B8 has 3 · 10¹² molecules, and A32_B8 more than 10¹⁸. Their censuses take hours and days. So these shares are estimates. Some of the boxes are
counted above, so that you can compare. For an estimate, `blackbox census --sample` draws molecules at random, and finds out of each whether another molecule has the same spectrum. The true share
is in the interval in 99 of 100 cases. In the pictures, what is counted and what is estimated are lines of their own.
[`drawn.sh`](../data/reference/drawn.sh) makes the table, and a test draws the pictures.

TEXT
    curve 8
    curve 10
    cat <<'TEXT'
## The largest groups

For each box, the configuration with the largest group of which a board is known, and that board. `blackbox
decode` says how many molecules answer all rays as this one does, for example `blackbox decode A4_B8:10972`.
[`censuses.checksums.csv`](../data/reference/README.md#checksums-of-censuses) has such a board of each
configuration.

TEXT
    awk -F, "$commas"'
        function choose(n, k,  c, i) {
            c = k >= 0 && k <= n
            for (i = 1; c && i <= k; i++) c = c * (n - k + i) / i
            return c
        }
        # Number 1 has its atoms in the first cells.
        function draw(board,  parts, atoms, width, skip, cell, cells, with, line) {
            split(board, parts, /[A_B:]+/)
            atoms = parts[2]; width = parts[3]; skip = parts[4] - 1
            cells = width * width
            for (cell = 1; cell <= cells; cell++) {
                with = choose(cells - cell, atoms - 1)
                if (skip < with) { line = line " O"; atoms-- }
                else { line = line " -"; skip -= with }
                if (cell % width == 0) { print substr(line, 2); line = "" }
            }
        }
        NR == 1 { next }
        {
            split($1, name, "_B")
            if (!(name[2] in most)) order[++n] = name[2]
            if ($7 > most[name[2]] && $8 != "") { most[name[2]] = $7; board[name[2]] = $8; config[name[2]] = $1 }
        }
        END {
            for (i = 1; i <= n; i++) {
                w = order[i]
                if (!(w in board)) continue
                printf "%s, %s molecules, `%s`:\n\n```text\n", config[w], commas(most[w]), board[w]
                draw(board[w])
                print "```\n"
            }
        }' "$reference/censuses.checksums.csv"
    cat <<'TEXT'
## What others say of it

- Joey Shepard, Archie Monji and Helio Tejeda (*Black Box: The Ultimate Game of Hide and Seek*, 17 August 2013)
  compare programs that play. Their abstract says that "indistinguishable boards make some games
  unsolvable". That is true, and the tables above say how many games. We have found only the abstract and the
  introduction, so we compare no figures.
- Wikipedia's article on the game shows a fifth atom that four others hide. It says that "five-atom
  configurations allow for positions that cannot be unambiguously determined by probes". It also shows a board
  of four atoms in which one is hidden, and says that this board is not ambiguous. But ambiguity does not begin with five
  atoms. In the same box, 40 boards of three atoms and 4,532 of four atoms are ambiguous.

## Checksums

`blackbox verify` computed every row of these configurations again, cell by cell, and printed these
checksums. [`checksums.sh`](../data/reference/checksums.sh) has the commands. Everybody who explores
one of these configurations gets the same checksums. A checksum is the SHA-256 of the rows of the
table, by number or by spectrum, as `sqlite3 -list` prints them.

| configuration | rows of Molecules | SHA-256 | rows of Spectrums | SHA-256 |
|---|---:|---|---:|---|
TEXT
    awk -F, "$commas"'NR > 1 { printf "| %s | %s | `%s` | %s | `%s` |\n", $1, commas($2), $3, commas($4), $5 }' \
        "$reference/checksums.csv"
}

file=${1:-docs/results.md}
write >"$file.new"
mv "$file.new" "$file"
