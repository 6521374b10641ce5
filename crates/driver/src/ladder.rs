//! The ladder: which engines are asked, in which order, and what each may spend.
//!
//! It begins with the cheapest analysis that can be trusted. What one rung settles stays settled, what it found out besides is handed on, and only
//! what is left goes to the next. (Step-wise verification; the portfolio of Beyer & Wendler, *Reuse of verification results*, SPIN 2013, has the same idea
//! for one engine.) Where there are threads, rungs that take long are climbed side by side (`abreast`).

use std::time::Duration;

use tribunal_engine::{Engine, Reason};
use tribunal_engine_absint::{AbstractInterpreter, Domain, Settings, Transformer};
use tribunal_engine_explicit::{Boxes, Lists, Scout};
use tribunal_engine_symbolic::{Bounded, Symbolic};
use tribunal_ir::Program;

use crate::descent::Descent;
use crate::probe::Probe;

/// A rung: an engine with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// Abstract interpretation: proves, never refutes.
    Absint,
    /// The same with octagons: relations between variables.
    Octagons,
    /// With polyhedra: relations between several variables. Not climbed unless asked for.
    Polyhedra,
    /// With sets of polyhedra. Not climbed unless asked for.
    Powersets,
    /// With the best transformers, by a solver. Not climbed unless asked for.
    Best,
    /// A short search state by state.
    Scout,
    /// Runs on chosen values: refutes, never proves.
    Probe,
    /// Intervals, cut where the program compares: proves, never refutes.
    Boxes,
    /// Lists, rows of nodes that are alike taken for one: proves, never refutes.
    Lists,
    /// Symbolic execution of runs, longer and longer.
    Bmc,
    /// The same, in turns with induction over loops.
    Kind,
    /// The search of all states.
    Explicit,
}

impl Rung {
    /// All, in the order in which they are climbed.
    pub const ALL: [Self; 12] = [
        Self::Absint,
        Self::Scout,
        Self::Probe,
        Self::Octagons,
        Self::Polyhedra,
        Self::Powersets,
        Self::Best,
        Self::Boxes,
        Self::Lists,
        Self::Bmc,
        Self::Kind,
        Self::Explicit,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Absint => "absint",
            Self::Octagons => "octagons",
            Self::Polyhedra => "polyhedra",
            Self::Powersets => "powersets",
            Self::Best => "best",
            Self::Scout => "scout",
            Self::Probe => "probe",
            Self::Boxes => "boxes",
            Self::Lists => "lists",
            Self::Bmc => "bmc",
            Self::Kind => "kind",
            Self::Explicit => "explicit",
        }
    }

    /// The rung of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The share of the time left that it may take if others follow.
    fn share(self) -> f64 {
        match self {
            Self::Absint | Self::Lists => 0.2,
            Self::Octagons | Self::Polyhedra | Self::Powersets | Self::Best => 0.1,
            Self::Scout => 0.15,
            Self::Probe => 0.25,
            Self::Boxes => 0.1,
            Self::Bmc => 0.4,
            Self::Kind => 0.8,
            Self::Explicit => 0.5,
        }
    }

    /// How long it may run if others follow.
    pub(crate) fn time(self, left: Option<Duration>) -> Duration {
        left.unwrap_or(NOMINAL).mul_f64(self.share())
    }

    /// The rung without whose end it does not begin, though others do: it tells whether this one is hopeless.
    pub(crate) fn waits_for(self) -> Option<Self> {
        (self == Self::Explicit).then_some(Self::Scout)
    }

    /// Whether what it leaves open tells nothing about the property: it was not meant to settle everything.
    pub(crate) fn is_first_look(self) -> bool {
        match self {
            Self::Absint | Self::Octagons | Self::Polyhedra | Self::Powersets | Self::Best => true,
            Self::Scout | Self::Probe | Self::Boxes | Self::Lists => true,
            Self::Bmc | Self::Kind | Self::Explicit => false,
        }
    }
}

/// What there is to share if nobody has set a limit.
const NOMINAL: Duration = Duration::from_secs(900);

/// How many steps the short search takes where it cannot be compiled: a fraction of a second.
const SCOUTING: u64 = 200_000;

/// How many steps the longest of the runs on chosen values takes: some seconds.
const PROBING: u64 = 4_000_000;

/// How many boxes there may be.
const BOXES: usize = 200_000;

/// How many states of lists there may be.
const LISTS: usize = 200_000;

/// How many variables of a function are related to each other.
const RELATED: usize = 8;

/// The same by polyhedra, whose cost grows faster.
const RELATED_BY_POLYHEDRA: usize = 4;

/// How many edges abstract interpretation follows if others come after it: a second or two.
const INTERPRETATION: u64 = 400_000;

/// The rungs that suit a program. A flat one is cheap to search exhaustively.
pub(crate) fn usual(program: &Program) -> Vec<Rung> {
    if program.is_flat() {
        return vec![Rung::Explicit];
    }
    // Processes of a model with memory.
    if !tribunal_engine_symbolic::takes(program) {
        return vec![Rung::Absint, Rung::Explicit];
    }
    vec![
        Rung::Absint,
        Rung::Scout,
        Rung::Probe,
        Rung::Octagons,
        Rung::Boxes,
        Rung::Lists,
        Rung::Kind,
        Rung::Explicit,
    ]
}

/// The engines of the rungs.
pub(crate) struct Engines<'a> {
    first_absint: AbstractInterpreter,
    absint: AbstractInterpreter,
    octagons: AbstractInterpreter,
    polyhedra: AbstractInterpreter,
    powersets: AbstractInterpreter,
    best: AbstractInterpreter,
    scout: Scout,
    probe: Probe,
    boxes: Boxes,
    lists: Lists,
    explicit: Descent<'a>,
}

impl<'a> Engines<'a> {
    pub(crate) fn new(explicit: Descent<'a>, transformer: Transformer) -> Self {
        let settings = Settings { steps: INTERPRETATION, transformer, ..Settings::default() };
        let related = |related: usize, domain: Domain| AbstractInterpreter {
            settings: Settings { related, domain, ..settings },
        };
        Self {
            first_absint: AbstractInterpreter { settings },
            absint: AbstractInterpreter {
                settings: Settings { transformer, ..Settings::default() },
            },
            octagons: related(RELATED, Domain::Octagons),
            polyhedra: related(RELATED_BY_POLYHEDRA, Domain::Polyhedra),
            powersets: related(RELATED_BY_POLYHEDRA, Domain::Powersets),
            best: AbstractInterpreter {
                settings: Settings { transformer: Transformer::Best, ..settings },
            },
            scout: Scout { steps: SCOUTING },
            probe: Probe { longest: PROBING },
            boxes: Boxes { most: BOXES },
            lists: Lists { most: LISTS },
            explicit,
        }
    }

    /// The engine of each rung.
    pub(crate) fn of(&self, rungs: &[Rung]) -> Vec<Step<'_>> {
        let engine = |(position, rung): (usize, &Rung)| -> Step<'_> {
            let is_last = position + 1 == rungs.len();
            let engine: &dyn Engine = match rung {
                Rung::Absint if is_last => &self.absint,
                Rung::Absint => &self.first_absint,
                Rung::Octagons => &self.octagons,
                Rung::Polyhedra => &self.polyhedra,
                Rung::Powersets => &self.powersets,
                Rung::Best => &self.best,
                Rung::Scout => &self.scout,
                Rung::Probe => &self.probe,
                Rung::Boxes => &self.boxes,
                Rung::Lists => &self.lists,
                Rung::Bmc => &Bounded,
                Rung::Kind => &Symbolic,
                Rung::Explicit => &self.explicit,
            };
            Step { rung: *rung, engine }
        };
        rungs.iter().enumerate().map(engine).collect()
    }
}

/// Whether a rung need not be climbed after what others found: the search of all states gives up where the short one does because there are too many values
/// to try. So whoever is asked before it may take all the time.
pub(crate) fn is_hopeless<'a>(
    rung: Rung,
    mut tried: impl Iterator<Item = (Rung, &'a Reason)>,
) -> bool {
    let is_short =
        |it: (Rung, &Reason)| it.0 == Rung::Scout && matches!(it.1, Reason::Unsupported { .. });
    rung == Rung::Explicit && tried.any(is_short)
}

/// A rung and its engine.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) rung: Rung,
    pub(crate) engine: &'a dyn Engine,
}

#[cfg(test)]
mod tests {
    use super::{Rung, usual};
    use std::time::Duration;

    #[test]
    fn rungs_are_known_by_their_names() {
        for rung in Rung::ALL {
            assert_eq!(Rung::of_name(rung.name()), Some(rung));
        }
        assert_eq!(Rung::of_name("nonsense"), None);
    }

    #[test]
    fn no_rung_takes_all_the_time_from_those_that_follow() {
        let left = Duration::from_secs(10);
        for rung in Rung::ALL {
            assert!(rung.time(Some(left)) < left, "{rung:?}");
        }
    }

    #[test]
    fn flat_programs_are_searched_at_once() {
        let flat = "global x: u8 process P() active 1 { l0 -> l0 do x = x + 1 }";
        let open = "global x: u8 process P() active 1 { l0 -> l0 do havoc x }";
        let rungs = |text: &str| {
            let (program, diagnostics) = tribunal_ir::text::parse(text);
            usual(&program.unwrap_or_else(|| panic!("{diagnostics:#?}")))
        };
        assert_eq!(rungs(flat), [Rung::Explicit]);
        assert_eq!(
            rungs(open),
            [
                Rung::Absint,
                Rung::Scout,
                Rung::Probe,
                Rung::Octagons,
                Rung::Boxes,
                Rung::Lists,
                Rung::Kind,
                Rung::Explicit
            ]
        );
    }
}
