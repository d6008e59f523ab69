//! The engine of the Chinese rings page: answers the questions of its script with `chinese-rings`.

use chinese_rings::rules::{Rings, State, walk};
use serde::{Deserialize, Serialize};
use web_engine::{Refusal, object, thousands};

web_engine::questions! {
    /// Parses a game from the page's address.
    Open { start: String, moves: String } => open(&start, &moves),
    /// Describes a state.
    See(position: Position) => position.state().map(|state| seen(&state)),
    /// Moves a hook.
    Move { rings: u32, state: u32, hook: u32 } => Position { rings, state }.moved(hook),
    /// Lists the path that all legal moves form.
    Path { rings: u32 } => path(rings),
}

/// The numbers of rings that the page offers.
const RINGS: std::ops::RangeInclusive<u32> = 3..=12;

/// The greatest number of moves of a game. Without it, a short link could ask for any number.
const MOST_MOVES: usize = 100_000;

fn rings(count: u32) -> Result<Rings, Refusal> {
    let rings = Rings::new(count).filter(|_| RINGS.contains(&count));
    rings.ok_or_else(|| {
        let (least, most) = (RINGS.start(), RINGS.end());
        Refusal(format!("this page has {least} to {most} rings"))
    })
}

#[derive(Deserialize)]
struct Position {
    rings: u32,
    state: u32,
}

fn seen(state: &State) -> impl Serialize + use<> {
    let rings = state.rings();
    let hooks = 1..=rings.count();
    object! {
        // With at most 12 rings, all numbers are small.
        state: state.number() as u32,
        down: hooks.map(|hook| state.is_down(hook)).collect::<Vec<bool>>(),
        moves: state.moves().collect::<Vec<u32>>(),
        distance: state.place() as u32,
        // The hook to move towards the goal; `None` at the goal.
        next_hook: state.next_hook(&State::goal(rings)),
    }
}

impl Position {
    fn state(&self) -> Result<State, Refusal> {
        Ok(State::parse(&self.state.to_string(), rings(self.rings)?)?)
    }

    fn moved(&self, hook: u32) -> Result<impl Serialize + use<>, Refusal> {
        let mut state = self.state()?;
        state.toggle(hook)?;
        Ok(seen(&state))
    }
}

/// Parses a game from the page's address.
///
/// The address has the number of rings, such as `6`, or this and a state, `6:31`. The moves are the first hook, and
/// the number of moves before each turn back. For example, `2:42.3` is forty-two moves beginning with hook 2, and
/// then three moves back. This is enough, because in each state one move continues and one goes back, and it does
/// not disclose which move is right.
fn open(start: &str, moves: &str) -> Result<impl Serialize + use<>, Refusal> {
    let (count, number) = start.split_once(':').unwrap_or((start, "0"));
    let unread = || Refusal(format!("{:?} is not a number of rings", short(count)));
    let rings = rings(read(count).ok_or_else(unread)?)?;
    let first = State::parse(number, rings)?;
    let (now, hooks) = walked(first, moves)?;
    Ok(object! {
        rings: rings.count(),
        first: seen(&first),
        hooks: hooks,
        now: seen(&now),
    })
}

fn walked(first: State, moves: &str) -> Result<(State, Vec<u32>), Refusal> {
    let (mut state, mut hooks) = (first, Vec::new());
    if moves.is_empty() {
        return Ok((state, hooks));
    }
    let unread = || Refusal(format!("{:?} is not a list of moves", short(moves)));
    let (hook, runs) = moves.split_once(':').ok_or_else(unread)?;
    let mut next = Some(read(hook).ok_or_else(unread)?);
    for run in runs.split('.') {
        let run = read(run).filter(|&run| run > 0).ok_or_else(unread)?;
        if hooks.len() + run as usize > MOST_MOVES {
            let most = thousands(MOST_MOVES as u64);
            return Err(Refusal(format!("a game has at most {most} moves")));
        }
        for _ in 0..run {
            let hook = next.ok_or_else(|| {
                let end = format!("state {} is an end of the path", state.number());
                Refusal(format!("{end}, and these moves lead past it"))
            })?;
            state.toggle(hook)?;
            hooks.push(hook);
            next = state.moves().find(|&other| other != hook);
        }
        // To turn back, the player moves the same hook again.
        next = hooks.last().copied();
    }
    Ok((state, hooks))
}

/// All states, in the order of the path that the legal moves form, for the hypercube and the plots.
fn path(count: u32) -> Result<impl Serialize, Refusal> {
    let rings = rings(count)?;
    let (end, goal) = (State::at_place(rings.last(), rings), State::goal(rings));
    let (mut states, mut hooks) = (vec![end.number() as u32], Vec::new());
    for (hook, state) in walk(end, goal) {
        states.push(state.number() as u32);
        hooks.push(hook);
    }
    let lengths = (0..=rings.last()).map_while(|number| State::new(number, rings));
    Ok(object! {
        // From the dead end to the goal.
        states: states,
        // The hook that leads from each state to the next one.
        hooks: hooks,
        // The index of state 0 in `states`.
        start: end.distance(&State::start(rings)) as u32,
        // For each state, the number of states on the shortest path from it to the goal.
        lengths: lengths.map(|state| state.place() as u32 + 1).collect::<Vec<u32>>(),
        edges: rings.count() << (rings.count() - 1),
    })
}

/// A number in decimal digits, at most six of them.
fn read(text: &str) -> Option<u32> {
    let digits = text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The beginning of a text from an address, which another person may have written.
fn short(text: &str) -> String {
    text.chars().take(20).collect()
}
