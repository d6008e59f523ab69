#!/bin/sh
# Makes mistakes in the core rules and runs the tests of the modules without files with each: a mistake that no
# test finds survives. All of them are in one build of a copy, and MUTANT chooses one.
# `scripts/mutants.sh 3 7` tries only those. The exit code is 1 if one survives.
set -eu
cd "$(dirname "$0")/.."
copy=target/mutants
mkdir -p $copy
git ls-files -z | tar --null -T - -cf - | tar -C $copy -xf -

# The file in rules/src/, what stands before the expression, the expression, the mistake.
table='
ray/rule.rs~Side::West => (HORIZONTAL, ~true~false
ray/rule.rs~Side::East => (HORIZONTAL, false, ~across~position.size().rows() + 1 - across
ray/rule.rs~along = if forwards { 0 } else { ~self.border[axis]~self.border[axis] - 1
ray/rule.rs~(HORIZONTAL, false) => ~Side::West~Side::East
ray/rule.rs~(HORIZONTAL, true) => ~Side::East~Side::West
ray/rule.rs~(_, true) => ~Side::South~Side::North
ray/rule.rs~Position::beside(side, ~across - 1~across % size.rows()
ray/rule.rs~if ~along == 0 ~along <= 1
ray/rule.rs~0b001 | 0b100 if ~length == 0~length <= 1
ray/rule.rs~length += ~1~2
ray/rule.rs~turns += ~1~2
ray/rule.rs~forwards = ~seen == 0b001~seen != 0b001
board/symmetry.rs~Rot180 => [from_below, ~from_right~(width - column) % width
board/symmetry.rs~Rot90 => [from_right, ~line~(line + 1) % height
board/symmetry.rs~symbols[~self~Transform::ALL[self as usize ^ 1]
board/symmetry.rs~Ordering::Equal => smallest.1 += ~1~2
board/orbit.rs~let length = ~cycle.count()~cycle.count() + 1
board/orbit.rs~u64::try_from(~fixed / symmetries.len() as u128~fixed / symmetries.len() as u128 + 1
board/orbit.rs~for degree in (~length..coefficients.len()~length + 1..coefficients.len()
board/orbit.rs~coefficients[~degree - length~(degree - length).saturating_sub(1)
board/mod.rs~~self.images().min().unwrap_or(self)~self.images().max().unwrap_or(self)
board/successor.rs~u128::before(~stuck + 1~stuck
board/numbering.rs~~config.molecules() - later_than(self, config)~config.molecules().wrapping_sub(1 + later_than(self, config))
board/numbering.rs~while ~BINOMIALS[atoms_left][cells_left] > later~BINOMIALS[atoms_left][cells_left] >= later && cells_left > 0
board/spectrum.rs~next += ~u8::from(is_new)~2 * u8::from(is_new)
board/spectrum.rs~self.max_length = ~self.max_length.max(length)~self.max_length.max(length + 1)
board/spectrum.rs~self.tot_turns += ~turns~turns + 1
census/ambiguity.rs~row.spectra.saturating_add(~more.spectra~more.spectra + 1
census/one_number.rs~slice.sizes.add(size as u64, orbits, ~8~7
census/one_number.rs~*count += ~1~2
census/one_number.rs~(size, shared, all) = (~size + 1~size + 2
'
TABLE=$table perl - $copy/rules/src <<'END'
my ($src, $n) = (shift, 0);
for (grep { length } split /\n/, $ENV{TABLE}) {
    my ($file, $before, $from, $to) = split /~/, $_, 4;
    my $path = "$src/$file";
    open my $in, '<', $path or die "$path: $!"; my $text = do { local $/; <$in> }; close $in;
    $n++;
    my $times = $text =~ s/(\Q$before\E)\Q$from\E/$1(if crate::mutant($n) { $to } else { $from })/g;
    die "mutant $n is $times times in $file: $before$from\n" unless $times == 1;
    open my $out, '>', $path or die; print $out $text; close $out;
}
open my $lib, '>>', "$src/lib.rs" or die;
print $lib 'pub(crate) fn mutant(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    number == *CHOSEN.get_or_init(|| std::env::var("MUTANT").map_or(0, |n| n.parse().unwrap()))
}
';
END
cd $copy
# Not the folder of other builds: cargo would take the copy for the original.
export CARGO_TARGET_DIR="$PWD/target"
tests=$(cargo test --locked -p blackbox-rules --lib --no-run 2>&1 | tee build.txt |
    sed -n 's/.*Executable.*(\(.*\/blackbox_rules-.*\))$/\1/p')
[ -n "$tests" ] || { cat build.txt; exit 1; }
# Most mistakes are found by the rules' own tests.
pass() {
    MUTANT=$1 timeout 600 "$tests" -q board:: ray:: >/dev/null 2>&1 &&
        MUTANT=$1 timeout 600 "$tests" -q census:: oracle:: >/dev/null 2>&1
}
pass 0 || { echo 'the tests fail without a mistake'; exit 1; }
survivors=0 number=0
while IFS='~' read -r file before from to; do
    [ -n "$file" ] || continue
    number=$((number + 1))
    case " ${*:-$number} " in *" $number "*) ;; *) continue ;; esac
    if pass $number; then
        survivors=$((survivors + 1))
        echo "mutant $number survives: $file: $before$from => $to"
    fi
done <<END
$table
END
echo "$number mutants, $survivors survive"
[ $survivors = 0 ]
