//! The Chinese rings for the page: what its script asks, and what `chinese-rings` answers.

use chinese_rings::rules::{Rings, State, walk};
use serde::{Deserialize, Serialize};
use web_engine::{Refusal, object};

web_engine::questions! {
    /// Reads a game as an address has it.
    Open { start: String, moves: String } => open(&start, &moves),
    /// Says everything about a state.
    See(position: Position) => position.state().map(|state| seen(&state)),
    /// Moves a hook.
    Move { rings: u32, state: u32, hook: u32 } => Position { rings, state }.moved(hook),
    /// Lists the path that all legal moves form.
    Path { rings: u32 } => path(rings),
}

/// The numbers of rings that a person plays with.
const RINGS: std::ops::RangeInclusive<u32> = 3..=12;

/// The most moves of a game. A short link could ask for any number of them.
const MOST_MOVES: usize = 100_000;

fn rings(count: u32) -> Result<Rings, Refusal> {
    let rings = Rings::new(count).filter(|_| RINGS.contains(&count));
    rings.ok_or_else(|| {
        let (least, most) = (RINGS.start(), RINGS.end());
        Refusal(format!("the page has {least} to {most} rings"))
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
        // The hook whose move leads nearer to it. At the goal, it is `None`.
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

/// A game as an address has it.
///
/// It begins with the number of rings, such as `6`, or with that and a state, `6:31`. The moves are
/// the first hook, and the number of moves before each turn back. For example, `2:42.3` is
/// forty-two moves from hook 2 on, and then three moves back. This is enough, because from each
/// state one move leads on and one back, and it does not show which move is right.
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
    let unread = || Refusal(format!("{:?} are not moves", short(moves)));
    let (hook, runs) = moves.split_once(':').ok_or_else(unread)?;
    let mut next = Some(read(hook).ok_or_else(unread)?);
    for run in runs.split('.') {
        let run = read(run).filter(|&run| run > 0).ok_or_else(unread)?;
        if hooks.len() + run as usize > MOST_MOVES {
            return Err(Refusal(format!("a game has {MOST_MOVES} moves at most")));
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

/// All states, in the order in which the legal moves join them: for the hypercube and the plots.
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
        // The place of state 0 in `states`.
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

/// The beginning of a text, which may come from another person.
fn short(text: &str) -> String {
    text.chars().take(20).collect()
}
