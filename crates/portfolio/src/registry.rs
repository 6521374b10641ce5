//! The registry: every engine that can be asked, with what the ladder has to know of it. One entry puts an engine on the ladder, under `--engine` and
//! `--ladder`, into `bench ladder`, into the stories of `--explain`, and into the table of the book, which a test compares with it.

use tribunal_engine::{Description, Engine};
use tribunal_engine_absint::{AbstractInterpreter, Domain, Settings, Transformer};
use tribunal_engine_boxes::Boxes;
use tribunal_engine_concrete::Concrete;
use tribunal_engine_explicit::Explicit;
use tribunal_engine_flow::Flow;
use tribunal_engine_lists::Lists;
use tribunal_engine_symbolic::{Beside, Bounded, Symbolic};

use crate::all_states::{AllStates, Scout};

/// A rung of the ladder: an engine with its settings.
#[derive(Clone, Copy)]
pub struct Rung(&'static Entry);

/// What the ladder has to know of an engine.
struct Entry {
    name: &'static str,
    /// Other names that people give it.
    also: &'static [&'static str],
    /// Whether programs that are not flat climb it without being told to.
    asked: Asked,
    /// Whether what it leaves open tells something about the property.
    effort: Effort,
    /// The share of the time left that it may take if others follow.
    share: f64,
    /// The rung that tells whether this one is hopeless: it waits for its end, and is not climbed where that one finds a program not supported.
    forerunner: Option<&'static str>,
    make: for<'a> fn(&Setup<'a>) -> Box<dyn Engine + 'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Usually,
    /// Where there are threads for two.
    BesideOthers,
    OnRequest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// A first look, which was not meant to settle everything.
    FirstLook,
    Whole,
}

/// What engines are made of.
pub(crate) struct Setup<'a> {
    pub(crate) explicit: AllStates<'a>,
    pub(crate) transformer: Transformer,
    pub(crate) followed: Followed,
    pub(crate) unrolling: Unrolling,
}

/// Whether somebody unrolls loops before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unrolling {
    ByAnother,
    ByNobodyElse,
}

/// Whether other engines follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    ByOthers,
    ByNobody,
}

/// How many steps the short search takes where it cannot be compiled: a fraction of a second.
const SCOUTING: u64 = 200_000;

/// How many steps the longest of the runs on chosen values takes: some seconds.
const PROBING: u64 = 4_000_000;

/// How many boxes there may be.
const BOXES_AT_MOST: usize = 200_000;

/// How many states of lists there may be.
const LISTS_AT_MOST: usize = 200_000;

/// How many variables of a function are related to each other.
const RELATED: usize = 8;

/// The same by polyhedra, whose cost grows faster.
const RELATED_BY_POLYHEDRA: usize = 4;

/// How many edges abstract interpretation follows if others come after it: a second or two.
const INTERPRETATION: u64 = 400_000;

/// What most entries have in common.
const FIRST_LOOK: Entry = Entry {
    name: "",
    also: &[],
    asked: Asked::Usually,
    effort: Effort::FirstLook,
    share: 0.1,
    forerunner: None,
    make: |setup| interpreter(setup, 0, Domain::default()),
};

const ABSINT: &Entry = &Entry {
    name: "absint",
    share: 0.2,
    make: |setup| match setup.followed {
        Followed::ByOthers => interpreter(setup, 0, Domain::default()),
        Followed::ByNobody => {
            let settings = Settings { transformer: setup.transformer, ..Settings::default() };
            Box::new(AbstractInterpreter { settings })
        }
    },
    ..FIRST_LOOK
};

const SCOUT: &Entry = &Entry {
    name: "scout",
    share: 0.15,
    make: |_| Box::new(Scout { steps: SCOUTING }),
    ..FIRST_LOOK
};

const BMC: &Entry = &Entry {
    name: "bmc",
    also: &["bounded"],
    asked: Asked::BesideOthers,
    effort: Effort::Whole,
    share: 0.45,
    make: |_| Box::new(Bounded),
    ..FIRST_LOOK
};

const PROBE: &Entry = &Entry {
    name: "probe",
    share: 0.25,
    make: |_| Box::new(Concrete { longest: PROBING }),
    ..FIRST_LOOK
};

const OCTAGONS: &Entry = &Entry {
    name: "octagons",
    make: |setup| interpreter(setup, RELATED, Domain::Octagons),
    ..FIRST_LOOK
};

const POLYHEDRA: &Entry = &Entry {
    name: "polyhedra",
    asked: Asked::OnRequest,
    make: |setup| interpreter(setup, RELATED_BY_POLYHEDRA, Domain::Polyhedra),
    ..FIRST_LOOK
};

const POWERSETS: &Entry = &Entry {
    name: "powersets",
    asked: Asked::OnRequest,
    make: |setup| interpreter(setup, RELATED_BY_POLYHEDRA, Domain::Powersets),
    ..FIRST_LOOK
};

const BEST: &Entry = &Entry {
    name: "best",
    asked: Asked::OnRequest,
    make: |_| {
        let (steps, transformer) = (INTERPRETATION, Transformer::Best);
        let settings = Settings { steps, transformer, ..Settings::default() };
        Box::new(AbstractInterpreter { settings })
    },
    ..FIRST_LOOK
};

const FLOW: &Entry =
    &Entry { name: "flow", asked: Asked::OnRequest, make: |_| Box::new(Flow), ..FIRST_LOOK };

const BOXES: &Entry =
    &Entry { name: "boxes", make: |_| Box::new(Boxes { most: BOXES_AT_MOST }), ..FIRST_LOOK };

const LISTS: &Entry = &Entry {
    name: "lists",
    share: 0.2,
    make: |_| Box::new(Lists { most: LISTS_AT_MOST }),
    ..FIRST_LOOK
};

const KIND: &Entry = &Entry {
    name: "kind",
    also: &["symbolic"],
    effort: Effort::Whole,
    share: 0.8,
    make: |setup| match setup.unrolling {
        Unrolling::ByAnother => Box::new(Beside),
        Unrolling::ByNobodyElse => Box::new(Symbolic),
    },
    ..FIRST_LOOK
};

const EXPLICIT: &Entry = &Entry {
    name: "explicit",
    effort: Effort::Whole,
    share: 0.5,
    forerunner: Some("scout"),
    make: |setup| Box::new(setup.explicit),
    ..FIRST_LOOK
};

/// An abstract interpreter that gives way to those that follow, and relates so many variables.
fn interpreter<'a>(setup: &Setup<'a>, related: usize, domain: Domain) -> Box<dyn Engine + 'a> {
    let transformer = setup.transformer;
    let settings =
        Settings { steps: INTERPRETATION, transformer, related, domain, ..Settings::default() };
    Box::new(AbstractInterpreter { settings })
}

impl Rung {
    /// All, in the order in which they are climbed.
    pub const ALL: [Self; 13] = [
        Self(ABSINT),
        Self(SCOUT),
        Self(BMC),
        Self(PROBE),
        Self(OCTAGONS),
        Self(POLYHEDRA),
        Self(POWERSETS),
        Self(BEST),
        Self(FLOW),
        Self(BOXES),
        Self(LISTS),
        Self(KIND),
        Self(EXPLICIT),
    ];

    /// Abstract interpretation.
    pub const ABSINT: Self = Self(ABSINT);
    /// A short search state by state.
    pub const SCOUT: Self = Self(SCOUT);
    /// Symbolic execution of runs, longer and longer.
    pub const BMC: Self = Self(BMC);
    /// Symbolic execution in turns with induction over loops.
    pub const KIND: Self = Self(KIND);
    /// The search of all states.
    pub const EXPLICIT: Self = Self(EXPLICIT);

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it does, for people.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.describe().summary
    }

    /// What its engine says about itself.
    #[must_use]
    pub fn describe(self) -> Description {
        let setup = Setup {
            explicit: AllStates::of(Explicit::default()),
            transformer: Transformer::Usual,
            followed: Followed::ByOthers,
            unrolling: Unrolling::ByNobodyElse,
        };
        self.engine(&setup).describe()
    }

    /// The rung of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.0.name == name || it.0.also.contains(&name))
    }

    /// Whether programs that are not flat climb it without being told to, where there are so many threads.
    pub(crate) fn is_usual(self, threads: usize) -> bool {
        match self.0.asked {
            Asked::Usually => true,
            Asked::BesideOthers => 1 < threads,
            Asked::OnRequest => false,
        }
    }

    /// The share of the time left that it may take if others follow.
    pub(crate) fn share(self) -> f64 {
        self.0.share
    }

    /// The rung that tells whether this one is hopeless.
    pub(crate) fn forerunner(self) -> Option<Self> {
        Self::of_name(self.0.forerunner?)
    }

    /// Whether what it leaves open tells nothing about the property: it was not meant to settle everything.
    pub(crate) fn is_first_look(self) -> bool {
        self.0.effort == Effort::FirstLook
    }

    /// Its engine.
    pub(crate) fn engine<'a>(self, setup: &Setup<'a>) -> Box<dyn Engine + 'a> {
        (self.0.make)(setup)
    }
}

impl PartialEq for Rung {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Rung {}

impl std::fmt::Debug for Rung {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Rung;

    #[test]
    fn rungs_are_known_by_their_names() {
        for rung in Rung::ALL {
            assert_eq!(Rung::of_name(rung.name()), Some(rung));
        }
        assert_eq!(Rung::of_name("bounded").map(Rung::name), Some("bmc"));
        assert_eq!(Rung::of_name("nonsense"), None);
    }

    #[test]
    fn engines_follow_papers_that_are_listed() {
        let list = include_str!("../../../docs/papers.bib");
        for rung in Rung::ALL {
            for key in rung.describe().papers {
                assert!(list.contains(&format!("{{{key},")), "{rung:?} cites unknown `{key}`");
            }
        }
    }

    #[test]
    fn forerunners_come_before() {
        for (place, rung) in Rung::ALL.into_iter().enumerate() {
            let Some(forerunner) = rung.forerunner() else { continue };
            assert!(Rung::ALL[..place].contains(&forerunner), "{rung:?}");
        }
    }

    #[test]
    fn the_book_has_the_rungs() {
        let book = include_str!("../../../docs/book/src/ladder.md");
        let rows = book.lines().filter(|it| it.starts_with("| `"));
        let told: Vec<[&str; 3]> = rows
            .map(|it| {
                let columns: Vec<&str> = it.split('|').map(str::trim).collect();
                let column = |number: usize| columns.get(number).copied().unwrap_or_default();
                [column(1).trim_matches('`'), column(3), column(4)]
            })
            .collect();
        let rungs = Rung::ALL.map(|it| (it.name(), it.describe()));
        let rungs = rungs.map(|(name, it)| (name, it.settles.to_string(), it.cost.to_string()));
        let rungs: Vec<[&str; 3]> =
            rungs.iter().map(|(name, settles, cost)| [*name, settles, cost]).collect();
        assert_eq!(told, rungs);
    }
}
