//! Ray statistics as the columns of the table of molecules.

use blackbox_rules::board::{RayStatistics, RayTally};

pub(crate) fn values(statistics: &RayStatistics) -> [u16; 17] {
    let tally = |t: RayTally| {
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
