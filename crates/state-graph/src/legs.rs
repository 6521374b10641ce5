//! The graph of all states that are kept, seen or not: each is found once, by whatever way.

use crate::steps::{Explorer, Halt, Next, Successors, Taken};
use crate::{Extent, First, Watched};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use tribunal_base::Kleene;
use tribunal_engine::{Context, Limit, Progress, Reason, Statistics};
use tribunal_exec::{State, evaluate_atom, initial};
use tribunal_states::canonical::{Keys, Naming};

/// A leg has no more steps than this, so that each circle has a state that is kept.
const LONGEST: usize = 1000;

/// The states that are kept, and the legs between them.
pub(crate) struct Legs {
    pub(crate) places: Vec<Place>,
    /// The places of the states that are seen, in the order of their numbers.
    pub(crate) seen: Vec<u32>,
}

/// A state that is kept.
#[derive(Default)]
pub(crate) struct Place {
    /// Its number among those that are seen.
    pub(crate) seen: Option<u32>,
    /// The legs, in the order of the steps they begin with.
    pub(crate) legs: Vec<Leg>,
    /// Whether a run ends there, and counts.
    pub(crate) ends: bool,
    /// Whether there may be more legs.
    pub(crate) is_open: bool,
}

/// One or more steps.
#[derive(Clone, Copy)]
pub(crate) struct Leg {
    /// The place they lead to.
    pub(crate) to: u32,
    /// Whether the state there is seen after them.
    pub(crate) is_seen: bool,
}

/// All of it, and what the atoms are in the states that are seen.
pub(crate) struct Found {
    pub(crate) legs: Legs,
    pub(crate) atoms: Vec<Vec<Kleene>>,
    pub(crate) statistics: Statistics,
    /// Why not all of it was found.
    pub(crate) gap: Option<Reason>,
}

/// Where a leg ends.
pub(crate) struct Landing {
    pub(crate) state: State,
    pub(crate) is_news: bool,
}

impl Landing {
    /// Whether the state is seen.
    pub(crate) fn is_seen(&self) -> bool {
        self.is_news && self.state.is_seen()
    }
}

struct Finder<'a> {
    watched: Watched<'a>,
    keys: Keys<'a>,
    numbers: FxHashMap<Box<[u8]>, u32>,
    key_bytes: usize,
    legs: Legs,
    atoms: Vec<Vec<Kleene>>,
    queue: VecDeque<(u32, Landing)>,
    steps: u64,
}

/// Finds states, as many as are asked for.
pub(crate) fn find(
    watched: Watched<'_>,
    naming: Naming,
    extent: Extent,
    cx: &mut Context<'_>,
) -> Result<Found, Halt> {
    let mut finder = Finder {
        watched,
        keys: Keys::new(watched.program, naming),
        numbers: FxHashMap::default(),
        key_bytes: 0,
        legs: Legs { places: Vec::new(), seen: Vec::new() },
        atoms: vec![Vec::new(); watched.atoms.len()],
        queue: VecDeque::new(),
        steps: 0,
    };
    finder.land(Landing { state: initial(watched.program), is_news: true });
    let mut explorer = Explorer::new(watched, naming);
    let mut gap = None;
    while let Some((number, from)) = finder.choose(extent.first) {
        if extent.most < finder.legs.seen.len() {
            // The others are left as they are.
            gap = Some(Reason::Budget(Limit::Depth));
            finder.queue.push_front((number, from));
            break;
        }
        let progress = finder.progress();
        cx.tick(|| progress)?;
        let Successors { found: after, gap: missing } =
            explorer.successors(&from.state, from.is_news)?;
        let is_open = missing.is_some();
        gap = gap.or(missing);
        let ends = after.is_empty() && !is_open && explorer.counts(&from.state);
        let mut legs = Vec::with_capacity(after.len());
        for next in after {
            let landing = follow(&explorer, next, &mut |_| {
                finder.steps += 1;
                cx.tick(|| progress)
            })?;
            legs.push(finder.land(landing));
        }
        let place = &mut finder.legs.places[number as usize];
        (place.legs, place.ends, place.is_open) = (legs, ends, is_open);
    }
    for (number, _) in std::mem::take(&mut finder.queue) {
        finder.legs.places[number as usize].is_open = true;
    }
    let progress = finder.progress();
    let statistics = Statistics {
        memory_bytes: progress.memory_bytes,
        table_bytes: progress.memory_bytes,
        threads: 1,
        storage: "exact",
        ..Statistics::default()
    };
    Ok(Found { legs: finder.legs, atoms: finder.atoms, statistics, gap })
}

/// Goes on after the first step of a leg, to its end.
pub(crate) fn follow(
    explorer: &Explorer<'_>,
    first: Next,
    note: &mut dyn FnMut(Taken) -> Result<(), Reason>,
) -> Result<Landing, Halt> {
    let mut next = first;
    let mut length = 0;
    loop {
        length += 1;
        let Next { taken, state, is_news } = next;
        note(taken)?;
        let landing = Landing { state, is_news };
        if landing.is_seen() || length == LONGEST {
            return Ok(landing);
        }
        match explorer.only(&landing.state, is_news)? {
            Some(only) => next = only,
            None => return Ok(landing),
        }
    }
}

impl Finder<'_> {
    /// The state whose successors are found next.
    fn choose(&mut self, first: First) -> Option<(u32, Landing)> {
        match first {
            First::Near => self.queue.pop_front(),
            First::Next => self.queue.pop_back(),
        }
    }

    /// The end of a leg at a state, which is new or known.
    fn land(&mut self, landing: Landing) -> Leg {
        let is_seen = landing.is_seen();
        let landing = Landing { is_news: landing.is_news && !is_seen, ..landing };
        let mut key = self.keys.key(&landing.state).into_vec();
        key.extend([u8::from(landing.state.stopped), u8::from(landing.is_news)]);
        let to = match self.numbers.get(&*key) {
            Some(number) => *number,
            None => u32::try_from(self.legs.places.len()).unwrap_or(u32::MAX),
        };
        let is_new = to as usize == self.legs.places.len();
        if is_new {
            self.key_bytes += key.len();
            self.numbers.insert(key.into(), to);
            self.legs.places.push(Place::default());
        }
        let place = &mut self.legs.places[to as usize];
        if is_seen && place.seen.is_none() {
            place.seen = u32::try_from(self.legs.seen.len()).ok();
            self.legs.seen.push(to);
            for (values, atom) in self.atoms.iter_mut().zip(self.watched.atoms) {
                values.push(evaluate_atom(self.watched.program, &landing.state, *atom).into());
            }
        }
        if is_new {
            self.queue.push_back((to, landing));
        }
        Leg { to, is_seen }
    }

    fn progress(&self) -> Progress {
        let states = self.legs.seen.len();
        // A waiting state is several maps.
        let bytes = self.key_bytes
            + self.keys.memory()
            + self.legs.places.len() * 96
            + states * self.atoms.len()
            + self.queue.len() * 1024;
        Progress {
            states: states as u64,
            transitions: self.steps,
            depth: 0,
            memory_bytes: bytes as u64,
        }
    }
}
