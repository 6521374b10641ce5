//! The ladder: which engines are asked, in which order, and what each may spend.
//!
//! It begins with the cheapest analysis that can be trusted. What one rung settles stays settled, what it found out besides is handed on, and only
//! what is left goes to the next. (Step-wise verification; the portfolio of Beyer & Wendler, *Reuse of verification results*, SPIN 2013, has the same idea
//! for one engine.) Where there are threads, rungs that take long are climbed side by side ([`crate::scheduler`]).

use std::time::Duration;

use tribunal_engine::{Engine, Reason};
use tribunal_engine_absint::Transformer;
use tribunal_ir::{Program, PropId};

use crate::all_states::AllStates;
use crate::check::Method;
use crate::registry::{Followed, Rung, Setup};

/// What there is to share if nobody has set a limit.
const NOMINAL: Duration = Duration::from_secs(900);

/// How long a rung may be climbed if others follow.
pub(crate) fn time(rung: Rung, left: Option<Duration>) -> Duration {
    left.unwrap_or(NOMINAL).mul_f64(rung.share())
}

/// The rungs that suit some question about a program.
pub(crate) fn usual(program: &Program) -> Vec<Rung> {
    let is_usual = |it: &Rung| it.is_usual();
    match program.props.values().any(|it| it.kind.is_branching()) {
        true => Rung::ALL.into_iter().filter(is_usual).collect(),
        false => about_each_run(program),
    }
}

/// Of some rungs, those that suit the questions of a search: all, if the user has chosen them.
pub(crate) fn suited<'a>(
    rungs: &[Step<'a>],
    method: &Method,
    program: &Program,
    search: &[PropId],
) -> Vec<Step<'a>> {
    let is_branching = search.iter().all(|it| program.props[*it].kind.is_branching());
    let mut suited = rungs.to_vec();
    match (method, is_branching) {
        (Method::Auto, true) => {
            let helps = |it: &Step<'a>| {
                search.iter().any(|property| it.engine.supports(program, *property).is_ok())
            };
            suited.retain(helps);
        }
        (Method::Auto, false) => {
            let usual = about_each_run(program);
            suited.retain(|it| usual.contains(&it.rung));
        }
        (Method::Ladder(_), _) => {}
    }
    if is_branching {
        // What is not known of a part of the states may be known of more.
        suited.iter_mut().for_each(|it| it.forerunner = None);
    }
    suited
}

/// The rungs that suit a question about each run of a program. A flat one is cheap to search exhaustively.
fn about_each_run(program: &Program) -> Vec<Rung> {
    if program.is_flat() {
        return vec![Rung::EXPLICIT];
    }
    // Processes of a model with memory.
    if !tribunal_engine_symbolic::takes(program) {
        return vec![Rung::ABSINT, Rung::EXPLICIT];
    }
    Rung::ALL.into_iter().filter(|it| it.is_usual()).collect()
}

/// The engines of the rungs.
pub(crate) struct Engines<'a> {
    engines: Vec<(Rung, Box<dyn Engine + 'a>)>,
}

impl<'a> Engines<'a> {
    pub(crate) fn new(rungs: &[Rung], explicit: AllStates<'a>, transformer: Transformer) -> Self {
        let engine = |(position, rung): (usize, &Rung)| {
            let is_last = position + 1 == rungs.len();
            let followed = if is_last { Followed::ByNobody } else { Followed::ByOthers };
            (*rung, rung.engine(&Setup { explicit, transformer, followed }))
        };
        Self { engines: rungs.iter().enumerate().map(engine).collect() }
    }

    /// Each rung with its engine.
    pub(crate) fn steps(&self) -> Vec<Step<'_>> {
        self.engines.iter().map(|(rung, engine)| Step::new(*rung, &**engine)).collect()
    }
}

/// Whether a rung need not be climbed after what others found: the search of all states gives up where the short one does because there are too many values
/// to try. So whoever is asked before it may take all the time.
pub(crate) fn is_hopeless<'a>(
    forerunner: Option<Rung>,
    mut tried: impl Iterator<Item = (Rung, &'a Reason)>,
) -> bool {
    let says_so = |(it, reason): (Rung, &Reason)| {
        Some(it) == forerunner && matches!(reason, Reason::Unsupported { .. })
    };
    tried.any(says_so)
}

/// A rung and its engine.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) rung: Rung,
    pub(crate) engine: &'a dyn Engine,
    /// The rung that tells whether this one is hopeless.
    pub(crate) forerunner: Option<Rung>,
}

impl<'a> Step<'a> {
    pub(crate) fn new(rung: Rung, engine: &'a dyn Engine) -> Self {
        Self { rung, engine, forerunner: rung.forerunner() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rung, time, usual};
    use std::time::Duration;

    #[test]
    fn no_rung_takes_all_the_time_from_those_that_follow() {
        let left = Duration::from_secs(10);
        for rung in Rung::ALL {
            assert!(time(rung, Some(left)) < left, "{rung:?}");
        }
    }

    #[test]
    fn flat_programs_are_searched_at_once() {
        let flat = "global x: u8 process P() active 1 { l0 -> l0 do x = x + 1 }";
        let open = "global x: u8 process P() active 1 { l0 -> l0 do havoc x }";
        let rungs = |text: &str| {
            let (program, diagnostics) = tribunal_ir::text::parse(text);
            let rungs = usual(&program.unwrap_or_else(|| panic!("{diagnostics:#?}")));
            rungs.into_iter().map(Rung::name).collect::<Vec<_>>()
        };
        assert_eq!(rungs(flat), ["explicit"]);
        assert_eq!(
            rungs(open),
            ["absint", "scout", "probe", "octagons", "boxes", "lists", "kind", "explicit"]
        );
    }
}
