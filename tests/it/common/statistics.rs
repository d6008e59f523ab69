//! Ray statistics as the columns of the table of molecules.

use blackbox::game::RayStatistics;

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

/// The values of the 17 columns.
#[allow(dead_code, reason = "not every test program needs it")]
pub(crate) fn values(statistics: &RayStatistics) -> [u16; 17] {
    let RayStatistics {
        absorbed: a,
        reflected: r,
        reflected_edge,
        reflected_deep,
        out: o,
    } = *statistics;
    [
        a.number,
        a.max_length,
        a.max_turns,
        a.tot_length,
        a.tot_turns,
        r.number,
        reflected_edge,
        reflected_deep,
        r.max_length,
        r.max_turns,
        r.tot_length,
        r.tot_turns,
        o.number,
        o.max_length,
        o.max_turns,
        o.tot_length,
        o.tot_turns,
    ]
}
