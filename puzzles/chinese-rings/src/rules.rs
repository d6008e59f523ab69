//! States, moves and distances. This module does no I/O.
//!
//! # Why a distance is a closed form
//!
//! Write 1 for a hook that is up and 0 for one that is down, with hook 1 as the lowest bit. By the rule, only bit 0
//! and the bit after the lowest 1 may change. These are the steps, forwards and backwards, of the reflected Gray
//! code, so each state is the Gray code of some number, and that number is the number of moves to the goal, the
//! state of all 0s. All states are on one path, the number is the **place** of a state on it, and the shortest path
//! between two states is the part of it between them.

use std::fmt;

/// The greatest number of rings, which is the number of bits of the number of a state.
pub const MOST_RINGS: u32 = 128;

/// A number of rings, and of hooks, from 1 to [`MOST_RINGS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rings(u32);

impl Rings {
    pub fn new(rings: u32) -> Option<Rings> {
        (1..=MOST_RINGS).contains(&rings).then_some(Rings(rings))
    }

    pub fn count(self) -> u32 {
        self.0
    }

    /// The greatest number of a state, with all bits 1: that of the goal.
    pub fn last(self) -> u128 {
        u128::MAX >> (u128::BITS - self.0)
    }
}

impl fmt::Display for Rings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} ring{plural}", self.0)
    }
}

/// A state of the puzzle: which hooks are up, and which are down.
///
/// Bit k - 1 of its number is 1 if hook k is down, which frees its ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    rings: Rings,
    down: u128,
}

impl State {
    /// All hooks are up: state 0.
    pub fn start(rings: Rings) -> State {
        State { rings, down: 0 }
    }

    /// All hooks are down: state 2ⁿ - 1.
    pub fn goal(rings: Rings) -> State {
        let down = rings.last();
        State { rings, down }
    }

    pub fn new(down: u128, rings: Rings) -> Option<State> {
        (down <= rings.last()).then_some(State { rings, down })
    }

    /// Parses a state: its number in decimal digits, or one character per hook, hook 1 first: `u` or 0 for up, `d`
    /// or 1 for down. Blanks, commas and brackets are skipped.
    pub fn parse(text: &str, rings: Rings) -> Result<State, String> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let hooks = hooks(text);
        let down = match hooks.filter(|hooks| hooks.len() == rings.0 as usize) {
            Some(hooks) => Some(
                hooks
                    .iter()
                    .rev()
                    .fold(0, |down, hook| down << 1 | u128::from(*hook)),
            ),
            // `parse` would also accept a plus sign.
            None if is_number => text.parse().ok(),
            None => None,
        };
        let state = down.and_then(|down| State::new(down, rings));
        state.ok_or_else(|| {
            let (signs, last) = (rings.0, rings.last());
            format!("a state of {rings} is a number from 0 to {last}, {signs} letters (u for a hook that is up, d for one that is down), or {signs} digits (0 for up, 1 for down)")
        })
    }

    /// The number of hooks in a text with one character per hook, unless the text may also be a number.
    pub fn hooks_in(text: &str) -> Option<Rings> {
        let hooks = hooks(text)?.len();
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        // The numbers of states of six rings have two digits.
        Rings::new(hooks as u32).filter(|_| !is_plain || hooks > 2)
    }

    /// The state at this number of moves from the goal, which is at most 2ⁿ - 1.
    pub fn at_place(place: u128, rings: Rings) -> State {
        let down = rings.last() ^ place ^ (place >> 1);
        State { rings, down }
    }

    pub fn rings(&self) -> Rings {
        self.rings
    }

    pub fn number(&self) -> u128 {
        self.down
    }

    /// Whether a hook is down. Hooks are counted from 1.
    pub fn is_down(&self, hook: u32) -> bool {
        self.down >> (hook - 1) & 1 == 1
    }

    pub fn place(&self) -> u128 {
        // Bit i of the place is the parity of bits i and above of the Gray code.
        let code = self.rings.last() ^ self.down;
        (0..7).fold(code, |place, step| place ^ place >> (1 << step))
    }

    /// The number of moves on the shortest path to another state.
    pub fn distance(&self, to: &State) -> u128 {
        self.place().abs_diff(to.place())
    }

    /// As [`State::distance`], if moving hooks 1 and 2 together, from both up to both down or back, counts as one
    /// move.
    ///
    /// Then every block of four places on the path has a shortcut that saves a move: from its first place to its
    /// third in blocks 0, 2, 4 ..., and from its second to its fourth in the others.
    pub fn distance_together(&self, to: &State) -> u128 {
        let (from, to) = (self.place(), to.place());
        let (low, high) = (from.min(to), from.max(to));
        let within = |block: u128, low: u128, high: u128| {
            let shortcut = block % 2;
            high - low - u128::from(low <= shortcut && shortcut + 2 <= high)
        };
        let (first, last) = (low / 4, high / 4);
        match last - first {
            0 => within(first, low % 4, high % 4),
            // Crossing a block takes two moves, and one move leads to the next block.
            blocks => within(first, low % 4, 3) + 3 * (blocks - 1) + 1 + within(last, 0, high % 4),
        }
    }

    /// The hooks that can be moved: hook 1, and the one after the lowest hook that is up, if there is one.
    pub fn moves(&self) -> impl Iterator<Item = u32> {
        let hooks = [1, self.down.trailing_ones() + 2].into_iter();
        hooks.filter(|&hook| hook <= self.rings.count())
    }

    /// The hook to move on the shortest path to another state. `None` if this is that state.
    pub fn next_hook(&self, to: &State) -> Option<u32> {
        walk(*self, *to).next().map(|(hook, _)| hook)
    }

    /// Moves a hook up or down. Hook 1 can always move. Any other hook can move while the hook before it is up and
    /// all hooks before that one are down.
    pub fn toggle(&mut self, hook: u32) -> Result<(), String> {
        let rings = self.rings.count();
        if hook == 0 || hook > rings {
            let known = names(1..=rings);
            return Err(format!("there is no hook {hook}, only {known}"));
        }
        let wrong = |&before: &u32| self.is_down(before) == (before == hook - 1);
        let wrong: Vec<u32> = (1..hook).filter(wrong).collect();
        if wrong.is_empty() {
            self.down ^= 1 << (hook - 1);
            return Ok(());
        }
        let (down, up): (Vec<u32>, Vec<u32>) = wrong.iter().partition(|hook| self.is_down(**hook));
        let mut why = format!("hook {hook} moves only while hook {} is up", hook - 1);
        if hook > 2 {
            why += &format!(" and {} down", are(1..=hook - 2));
        }
        let mut reasons = [(down, "down"), (up, "up")].to_vec();
        reasons.retain(|(hooks, _)| !hooks.is_empty());
        let reasons = reasons.into_iter();
        let reasons = reasons.map(|(hooks, place)| format!("{} {place}", are(hooks)));
        let reasons = reasons.collect::<Vec<_>>().join(" and ");
        Err(format!("{why}, but {reasons}"))
    }
}

/// The shortest path between two states: the hooks to move, each with the resulting state.
pub fn walk(from: State, to: State) -> impl Iterator<Item = (u32, State)> {
    let mut place = from.place();
    let goal = to.place();
    std::iter::from_fn(move || {
        let before = place;
        match place.cmp(&goal) {
            std::cmp::Ordering::Less => place += 1,
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => place -= 1,
        }
        let hook = before.max(place).trailing_zeros() + 1;
        Some((hook, State::at_place(place, from.rings)))
    })
}

/// For each hook of a text, hook 1 first, whether it is down. `None` if the text has other characters.
fn hooks(text: &str) -> Option<Vec<bool>> {
    let signs = text.chars().filter(|sign| !" ,[]".contains(*sign));
    let signs: String = signs.collect::<String>().to_lowercase();
    let is = |known: &str| signs.chars().all(|sign| known.contains(sign));
    let down = signs.chars().map(|sign| sign == '1' || sign == 'd');
    (is("01") || is("ud")).then(|| down.collect())
}

fn are(hooks: impl IntoIterator<Item = u32>) -> String {
    let hooks: Vec<u32> = hooks.into_iter().collect();
    let verb = if hooks.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names(hooks))
}

/// Ascending numbers of hooks in words, with consecutive ones as a range.
fn names(hooks: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for hook in hooks {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == hook => *last = hook,
            _ => runs.push((hook, hook)),
        }
    }
    let alone = matches!(runs[..], [(first, last)] if first == last);
    let mut names: Vec<String> = Vec::new();
    for (first, last) in runs {
        match last - first {
            0 => names.push(first.to_string()),
            1 => names.extend([first.to_string(), last.to_string()]),
            _ => names.push(format!("{first} to {last}")),
        }
    }
    let last = names.pop().unwrap_or_default();
    match &names[..] {
        [] if alone => format!("hook {last}"),
        [] => format!("hooks {last}"),
        others => format!("hooks {} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rings(count: u32) -> Rings {
        Rings::new(count).unwrap()
    }

    #[test]
    fn states_are_read_in_all_their_forms() {
        let parse = |text: &str| State::parse(text, rings(6)).map(|state| state.number());
        for (text, number) in [
            ("0", 0),
            ("063", 63),
            ("011000", 0b000110),
            ("[1 1 0 0 1 0]", 0b010011),
            ("UUUUUD", 32),
            ("u,d,u,u,u,u", 2),
        ] {
            assert_eq!(parse(text), Ok(number), "{text}");
        }
        let wrong = "64 100 0101 ud dd1100 uudx -1 +1 1_0 0x1 1.0 ٣".split(' ');
        for text in wrong.chain(["", &"9".repeat(100_000)]) {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("a state of 6 rings is a number from 0 to 63, 6 letters"));
        }
        let most = rings(MOST_RINGS);
        let goal = State::parse("340282366920938463463374607431768211455", most);
        assert_eq!(goal, Ok(State::goal(most)));
        assert!(Rings::new(0).is_none() && Rings::new(129).is_none());
        let hooks = |text| State::hooks_in(text).map(Rings::count);
        assert_eq!(
            [hooks("1111"), hooks("ud"), hooks("10"), hooks("12")],
            [Some(4), Some(2), None, None]
        );
    }

    proptest! {
        #[test]
        fn places_moves_and_walks_agree_with_the_rule(
            count in 1..=MOST_RINGS, a: u128, b: u128,
        ) {
            let rings = rings(count);
            let [from, to] = [a, b].map(|number| State::new(number & rings.last(), rings).unwrap());
            prop_assert_eq!(State::at_place(from.place(), rings), from);
            let allowed = (0..=count + 1).filter(|&hook| from.clone().toggle(hook).is_ok());
            prop_assert!(allowed.eq(from.moves()));
            let mut state = from;
            for (hook, next) in walk(from, to).take(300) {
                prop_assert_eq!(state.next_hook(&to), Some(hook));
                let before = state.distance(&to);
                prop_assert!(state.toggle(hook).is_ok());
                prop_assert_eq!((state, state.distance(&to)), (next, before - 1));
            }
            prop_assert!(from.distance(&to) > 300 || state == to);
            prop_assert_eq!(to.next_hook(&to), None);
        }
    }
}
