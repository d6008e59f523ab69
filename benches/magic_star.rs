//! What a search of magic stars costs.

use std::time::Instant;

use blackbox::puzzles::magic_star::rules::Diagram;
use blackbox::puzzles::magic_star::search::Search;
use blackbox::stop::Stop;

fn main() {
    for code in std::env::args().skip(1).filter(|arg| !arg.starts_with('-')) {
        let diagram = Diagram::of(code.parse().unwrap());
        let begun = Instant::now();
        let search = Search::exploration(&diagram);
        let planned = begun.elapsed();
        let (mut found, mut steps) = (0u64, 0);
        let mut slowest = 0.0f64;
        for part in 0..search.parts() {
            let t = Instant::now();
            steps += search
                .part(part, &Stop::default(), &mut |_| {
                    found += 1;
                    true
                })
                .unwrap();
            slowest = slowest.max(t.elapsed().as_secs_f64());
        }
        let time = begun.elapsed();
        let basic = found * search.group().order() as u64 / diagram.star().cells() as u64;
        println!(
            "{code}: {basic} basic, {} parts, planned {planned:.2?}, all {time:.2?}, {steps} steps, {:.1} ns a step, slowest {slowest:.3}",
            search.parts(),
            (time - planned).as_nanos() as f64 / steps as f64
        );
    }
}
