//! The graph of all states that are kept, seen or not: each is found once, by whatever way.

use crate::steps::{Explorer, Halt, Next, Successors, Taken};
use crate::{Extent, First, Watched};
use tribunal_base::Kleene;
use tribunal_engine::{Context, Limit, Progress, Reason, Statistics};
use tribunal_exec::{State, evaluate_atom, initial};
use tribunal_reached::{Analysis, Order, Reached, saturate};
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
    /// The state, as long as its legs are to be found.
    landing: Option<Box<Landing>>,
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

/// The places, by the keys of their states.
type Places = Reached<Box<[u8]>, Place>;

struct Finder<'a, 'c> {
    watched: Watched<'a>,
    explorer: Explorer<'a>,
    keys: Keys<'a>,
    key_bytes: usize,
    seen: Vec<u32>,
    atoms: Vec<Vec<Kleene>>,
    /// How many states are seen at most.
    most: usize,
    gap: Option<Reason>,
    steps: u64,
    cx: &'a mut Context<'c>,
}

/// Finds states, as many as are asked for.
pub(crate) fn find<'a>(
    watched: Watched<'a>,
    naming: Naming,
    extent: Extent,
    cx: &'a mut Context<'_>,
) -> Result<Found, Halt> {
    let mut finder = Finder {
        watched,
        explorer: Explorer::new(watched, naming),
        keys: Keys::new(watched.program, naming),
        key_bytes: 0,
        seen: Vec::new(),
        atoms: vec![Vec::new(); watched.atoms.len()],
        most: extent.most,
        gap: None,
        steps: 0,
        cx,
    };
    let mut places = Places::default();
    finder.land(Landing { state: initial(watched.program), is_news: true }, &mut places);
    let order = match extent.first {
        First::Near => Order::First,
        First::Next => Order::Last,
    };
    saturate(&mut finder, &mut places, order)?;
    let progress = finder.progress(&places);
    let statistics = Statistics {
        memory_bytes: progress.memory_bytes,
        table_bytes: progress.memory_bytes,
        threads: 1,
        storage: "exact",
        ..Statistics::default()
    };
    let Finder { seen, atoms, gap, .. } = finder;
    Ok(Found { legs: Legs { places: places.into_states(), seen }, atoms, statistics, gap })
}

impl Analysis for Finder<'_, '_> {
    type Key = Box<[u8]>;
    type State = Place;
    type Halt = Halt;

    fn transfer(&mut self, number: u32, places: &mut Places) -> Result<(), Halt> {
        let Some(from) = places.state_mut(number).landing.take() else { return Ok(()) };
        if self.most < self.seen.len() {
            // It is left as it is, and so are all others.
            self.gap = Some(Reason::Budget(Limit::Depth));
            places.state_mut(number).is_open = true;
            return Ok(());
        }
        let progress = self.progress(places);
        self.cx.tick(|| progress)?;
        let Successors { found: after, gap } =
            self.explorer.successors(&from.state, from.is_news)?;
        let is_open = gap.is_some();
        self.gap = self.gap.take().or(gap);
        let ends = after.is_empty() && !is_open && self.explorer.counts(&from.state);
        let mut legs = Vec::with_capacity(after.len());
        for next in after {
            let landing = follow(&self.explorer, next, &mut |_| {
                self.steps += 1;
                self.cx.tick(|| progress)
            })?;
            legs.push(self.land(landing, places));
        }
        let place = places.state_mut(number);
        (place.legs, place.ends, place.is_open) = (legs, ends, is_open);
        Ok(())
    }
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

impl Finder<'_, '_> {
    /// The end of a leg at a state, which is new or known.
    fn land(&mut self, landing: Landing, places: &mut Places) -> Leg {
        let is_seen = landing.is_seen();
        let landing = Landing { is_news: landing.is_news && !is_seen, ..landing };
        let mut key = self.keys.key(&landing.state).into_vec();
        key.extend([u8::from(landing.state.stopped), u8::from(landing.is_news)]);
        let known = places.find(&*key, |_| true);
        if is_seen && known.is_none_or(|it| places.state(it).seen.is_none()) {
            for (values, atom) in self.atoms.iter_mut().zip(self.watched.atoms) {
                values.push(evaluate_atom(self.watched.program, &landing.state, *atom).into());
            }
        }
        let to = known.unwrap_or_else(|| {
            self.key_bytes += key.len();
            places.push(key.into(), Place { landing: Some(Box::new(landing)), ..Place::default() })
        });
        let place = places.state_mut(to);
        if is_seen && place.seen.is_none() {
            place.seen = u32::try_from(self.seen.len()).ok();
            self.seen.push(to);
        }
        Leg { to, is_seen }
    }

    fn progress(&self, places: &Places) -> Progress {
        let states = self.seen.len();
        // A waiting state is several maps.
        let bytes = self.key_bytes
            + self.keys.memory()
            + places.len() * 96
            + states * self.atoms.len()
            + places.waiting() * 1024;
        Progress {
            states: states as u64,
            transitions: self.steps,
            depth: 0,
            memory_bytes: bytes as u64,
        }
    }
}
