//! Where the threads of a nested search are between two legs, and how that is written down.
//!
//! What belongs to all of them are the states with their colours; each has its own blue path. Red searches
//! are not written down: what one has not finished is done again from its accepting state.

use super::Nested;
use super::path::{Frame, Path};
use crate::checkpoint::{HEADER, load_flags, load_number, save_flags, save_number, wrong};
use crate::colours::Marks;
use crate::monitor::Monitor;
use crate::search::Coverage;
use crate::space::Link;
use std::io::{self, Read, Write};

/// How far the outer search of a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outer {
    /// It has not begun.
    Ahead,
    /// Its path tells.
    Underway,
    /// It is over.
    Done,
}

/// Where a thread is.
#[derive(Debug)]
pub(super) struct Position {
    pub(super) outer: Outer,
    pub(super) blue: Path,
    /// The accepting states that were ever on the path.
    pub(super) accepting: Marks,
    /// The states of which all moves are taken, if some moves can be left out.
    pub(super) full: Marks,
    pub(super) coverage: Coverage,
    pub(super) depth: u64,
    pub(super) transitions: u64,
    pub(super) atomic_steps: u64,
    pub(super) memory: u64,
    pub(super) monitor: Monitor,
    pub(super) monitor_blocked: bool,
}

impl Position {
    /// Before the search.
    pub(super) fn new(monitor: Monitor) -> Self {
        Self {
            outer: Outer::Ahead,
            blue: Path::default(),
            accepting: Marks::default(),
            full: Marks::default(),
            coverage: Coverage::Full,
            depth: 0,
            transitions: 0,
            atomic_steps: 0,
            memory: 0,
            monitor,
            monitor_blocked: false,
        }
    }

    fn save(&self, output: &mut impl Write) -> io::Result<()> {
        save_number(self.blue.frames.len() as u64, output)?;
        for frame in &self.blue.frames {
            save_number(u64::from(frame.state) << 1 | u64::from(frame.accepting), output)?;
            save_number(frame.links as u64, output)?;
            save_flags(&[frame.followed.is_some()], output)?;
            frame.followed.map_or(Ok(()), |it| it.save(output))?;
        }
        save_number(self.blue.links.len() as u64, output)?;
        self.blue.links.iter().try_for_each(|it| it.save(output))?;
        self.accepting.save(output)?;
        self.full.save(output)?;
        for number in [self.depth, self.transitions, self.atomic_steps] {
            save_number(number, output)?;
        }
        let outer = [self.outer == Outer::Ahead, self.outer == Outer::Done];
        let truncated = self.coverage == Coverage::Truncated;
        save_flags(&[outer[0], outer[1], truncated, self.monitor_blocked], output)?;
        save_flags(&self.monitor.seen(), output)
    }

    fn load(monitor: Monitor, states: u32, input: &mut impl Read) -> io::Result<Self> {
        let mut position = Self::new(monitor);
        for _ in 0..load_number(input)? {
            let number = load_number(input)?;
            let state = u32::try_from(number >> 1).map_err(|_| wrong("a state has no number"))?;
            let links = usize::try_from(load_number(input)?).unwrap_or(usize::MAX);
            let followed = match load_flags(input)?[..] {
                [true] => Some(Link::load(input)?),
                _ => None,
            };
            let accepting = number & 1 == 1;
            position.blue.frames.push(Frame { state, accepting, links, followed });
        }
        for _ in 0..load_number(input)? {
            position.blue.links.push(Link::load(input)?);
        }
        position.accepting = Marks::load(input)?;
        position.full = Marks::load(input)?;
        for number in [&mut position.depth, &mut position.transitions, &mut position.atomic_steps] {
            *number = load_number(input)?;
        }
        let [ahead, done, truncated, blocked] = load_flags(input)?[..] else {
            return Err(wrong("it does not tell how far the search is"));
        };
        position.outer = match (ahead, done) {
            (true, _) => Outer::Ahead,
            (false, true) => Outer::Done,
            (false, false) => Outer::Underway,
        };
        position.coverage = if truncated { Coverage::Truncated } else { Coverage::Full };
        position.monitor_blocked = blocked;
        position.monitor.look_back(&load_flags(input)?);
        let Path { frames, links } = &position.blue;
        let targets = links.iter().chain(frames.iter().filter_map(|it| it.followed.as_ref()));
        let known = frames.iter().map(|it| it.state).chain(targets.map(|it| it.target));
        let sound = known.max().is_none_or(|it| it < states)
            && frames.is_sorted_by_key(|it| it.links)
            && frames.last().is_none_or(|it| it.links <= links.len());
        if sound { Ok(position) } else { Err(wrong("a path leads nowhere")) }
    }
}

impl Nested<'_> {
    /// Writes everything down.
    pub(super) fn save(
        &self,
        fingerprint: u64,
        positions: &[Position],
        output: &mut impl Write,
    ) -> io::Result<()> {
        for number in [HEADER, fingerprint] {
            save_number(number, output)?;
        }
        let states = self.space.states.len();
        save_number(states.into(), output)?;
        let mut session = self.space.states.session();
        let mut state = Vec::new();
        for id in 0..states {
            session.get(id, &mut state);
            save_number(state.len() as u64, output)?;
            output.write_all(&state)?;
            output.write_all(&[self.colours.get(id)])?;
        }
        save_number(positions.len() as u64, output)?;
        positions.iter().try_for_each(|it| it.save(output))
    }

    /// Reads what was written down for the same search, into a space that is empty: where the threads are.
    pub(super) fn load(
        &self,
        fingerprint: u64,
        monitor: &Monitor,
        input: &mut impl Read,
    ) -> io::Result<Vec<Position>> {
        crate::checkpoint::expect(fingerprint, input)?;
        let states = u32::try_from(load_number(input)?).map_err(|_| wrong("too many states"))?;
        let mut session = self.space.states.session();
        let mut state = Vec::new();
        for id in 0..states {
            let length = load_number(input)?;
            state.clear();
            input.by_ref().take(length).read_to_end(&mut state)?;
            let mut colour = [0];
            input.read_exact(&mut colour)?;
            let prepared = session.prepare(&state);
            match session.insert(prepared) {
                Some((number, true)) if number == id => self.colours.set(id, colour[0]),
                Some(_) => return Err(wrong("a state is there twice")),
                None => return Err(io::ErrorKind::OutOfMemory.into()),
            }
        }
        let mut positions = Vec::new();
        for _ in 0..load_number(input)? {
            positions.push(Position::load(monitor.clone(), states, input)?);
        }
        Ok(positions)
    }
}
