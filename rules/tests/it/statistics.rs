//! Ray statistics as the columns of the table of molecules.

use blackbox_rules::game::{RayStatistics, Tally};

/// The names of the 17 columns, in their order.
#[allow(dead_code, reason = "not every test program needs it")]
pub(crate) const NAMES: [&str; 17] = [
    "absorbed_number",
    "absorbed_max_length",
    "absorbed_max_turns",
    "absorbed_tot_length",
    "absorbed_tot_turns",
    "reflected_number",
    "reflected_edge",
    "reflected_deep",
    "reflected_max_length",
    "reflected_max_turns",
    "reflected_tot_length",
    "reflected_tot_turns",
    "out_number",
    "out_max_length",
    "out_max_turns",
    "out_tot_length",
    "out_tot_turns",
];

#[allow(dead_code, reason = "not every test program needs it")]
pub(crate) fn values(statistics: &RayStatistics) -> [u16; 17] {
    let tally = |t: Tally| {
        [
            t.number,
            t.max_length,
            t.max_turns,
            t.tot_length,
            t.tot_turns,
        ]
    };
    let [a, r, o] = [statistics.absorbed, statistics.reflected, statistics.out].map(tally);
    let kinds = [statistics.reflected_edge, statistics.reflected_deep];
    let all = [&a[..], &r[..1], &kinds, &r[1..], &o].concat();
    all.try_into().unwrap()
}
