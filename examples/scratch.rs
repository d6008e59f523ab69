use std::sync::atomic::AtomicU64;
use std::time::Instant;
use blackbox::analysis::{board::*, decode::*, search::*, weigh::*};
use blackbox::stop::Stop;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let done = AtomicU64::new(0);
    let stop = Stop::default();
    let observed = Observed { done: &done, stop: &stop };
    if args[1] == "first" {
        let n: usize = args[2].parse().unwrap();
        let p: usize = args[3].parse().unwrap();
        let board = Board::new(p);
        let search = Search::new(&board, n..=n);
        for position in 0..p.div_ceil(2) {
            let mut answers = Answers::default();
            let mut steps = u64::MAX;
            let t = Instant::now();
            search.families(1, &observed, |f| search.weigh(&f, position, &mut answers, &mut steps)).unwrap();
            println!("{position}: {} ends, {:?}, {} bits", u64::MAX - steps, t.elapsed(), answers.bits());
        }
        return;
    }
    let text = std::fs::read(&args[1]).unwrap();
    let drawing = Drawing::parse(&text).unwrap();
    let n: u64 = args.get(2).map_or(4, |n| n.parse().unwrap());
    let question = Question::new(drawing.board, n..=n).unwrap();
    let t = Instant::now();
    let agreeing = question.find(20, &observed).unwrap();
    println!("{} of {} molecules {:?}", agreeing.count(), question.molecules(), t.elapsed());
    let t = Instant::now();
    let outlook = agreeing.weigh(&observed).unwrap();
    println!("{outlook:?} {:?}", t.elapsed());
}
