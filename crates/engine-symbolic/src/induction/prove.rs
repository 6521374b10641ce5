//! Attempts to prove properties by induction, between the waves.

use crate::induction::Induction;
use crate::induction::candidate::{Breadth, Point};
use crate::induction::contract::{self, Contracts};
use crate::induction::equations::Inductive;
use crate::induction::houdini::{Clues, Kept, Supposed};
use crate::queries::Queries;
use crate::state::State;
use crate::unrolling::Unrolling;
use crate::walk::cuts::Uncut;
use crate::walk::{Bound, Explorer, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use tribunal_engine::{Certificate, Fact, Reason, Relation};
use tribunal_ir::{LocId, ProcId, Program, PropId};
use tribunal_solver::{Answer, TermId};

/// How often an attempt is repeated because a loop changes more than was known.
const ROUNDS: u32 = 40;

/// How many waves constants are given to decide a loop.
const PATIENCE: u32 = 3;

/// How many iterations may be assumed at most.
const LARGEST_K: u32 = 8;

/// How many attempts there are at most where loops are not unrolled between them.
const WAVES: u32 = 20;

/// How many states an attempt may execute at least.
const SHORTEST: u64 = 20_000;

/// Conflicts that a question may cost, and one that auxiliary invariants make harder.
const CONFLICTS: u64 = 100_000;
const CONFLICTS_GIVEN: u64 = 4_000;

/// Conflicts that a question with products in it may cost, for which there may be an algebraic answer.
const CONFLICTS_HARD: u64 = 500;

/// What was tried.
#[derive(Clone, Debug)]
pub(crate) struct Attempts {
    /// How many iterations are assumed next time.
    k: u32,
    /// How many waves there were.
    waves: u32,
    /// Whether looking for auxiliary invariants took too long.
    clueless: bool,
    /// When they are made.
    induction: crate::Induction,
    /// What others have found out.
    facts: Vec<Fact>,
}

impl Attempts {
    /// They are made with what others have found out.
    pub(crate) fn new(induction: crate::Induction, facts: Vec<Fact>) -> Self {
        let k = match induction {
            crate::Induction::Never => u32::MAX,
            crate::Induction::BetweenWaves | crate::Induction::BetweenCheapWaves => 1,
        };
        Self { k, waves: 0, clueless: false, induction, facts }
    }

    /// When they are made.
    pub(crate) fn induction(&self) -> crate::Induction {
        self.induction
    }

    /// Whether one more may bring something.
    pub(crate) fn go_on(&self) -> bool {
        self.k <= LARGEST_K && self.waves < WAVES
    }

    /// There is more to go by: what failed is tried again.
    fn begin_again(&mut self) {
        if self.k != u32::MAX && !self.clueless {
            self.k = 1;
        }
    }
}

/// Loops and functions in which runs go on.
#[derive(Default)]
struct Unbounded {
    loops: BTreeSet<LocId>,
    functions: BTreeSet<ProcId>,
}

/// What came of one walk over the program.
enum Walked {
    /// Something has been learned: try again.
    Again(Induction),
    /// It cannot be done.
    Failed,
    /// The walk was complete, but runs may come to what is not modelled.
    Open(Induction),
    /// The walk was complete; these violations are possible at most, given the relations.
    Complete(Induction, Vec<PropId>, BTreeMap<Point, Vec<Relation>>),
}

/// Proofs by induction, beside a walk that unrolls.
pub(crate) struct Prover<'u, 'a, 'c, 'x> {
    pub(crate) attempts: &'u mut Attempts,
    pub(crate) outer: &'u mut Unrolling<'a, 'c, 'x, Uncut>,
}

impl Prover<'_, '_, '_, '_> {
    /// Tries to settle properties by induction over the loops in which runs go on: those that are proved.
    pub(crate) fn prove(
        &mut self,
        on: &[State],
        open: BTreeSet<PropId>,
    ) -> Result<Vec<(PropId, Certificate)>, Reason> {
        let mut proved = Vec::new();
        self.attempts.waves += 1;
        let program = self.outer.explorer.machine.program;
        if program.spawns() {
            return Ok(proved);
        }
        let news = self.outer.queries.cx.news();
        if !news.is_empty() {
            self.attempts.facts.extend(news);
            self.attempts.begin_again();
        }
        let mut goes_on: Vec<&State> = on.iter().collect();
        if self.attempts.waves < PATIENCE && 1 < self.outer.explorer.bound.decided {
            // Constants may still decide the others.
            goes_on.retain(|it| match head(it) {
                Some(_) => it.top().loops.last().is_some_and(|it| 0 < it.undecided),
                None => 0 < it.top().recursion,
            });
        }
        let Some(Unbounded { loops, functions }) = unbounded(program, goes_on) else {
            return Ok(proved);
        };
        if loops.is_empty() && functions.is_empty() || LARGEST_K < self.attempts.k {
            return Ok(proved);
        }
        let k = self.attempts.k;
        self.attempts.k *= 2;
        if open.is_empty() {
            return Ok(proved);
        }
        self.outer.queries.cx.phase("induction");
        let mut induction = Induction {
            k,
            loops,
            properties: open,
            changes: BTreeMap::new(),
            contracts: Contracts { functions, ..Contracts::default() },
            constants: BTreeMap::new(),
            supposed: None,
            grown: false,
            failed: false,
        };
        for _ in 0..ROUNDS {
            match self.attempt(induction)? {
                Walked::Again(next) => induction = next,
                Walked::Failed => break,
                Walked::Open(next) => match self.with_more_clues(next) {
                    Ok(next) => induction = next,
                    Err(_) => break,
                },
                Walked::Complete(next, possible, _) if !possible.is_empty() => {
                    match self.with_more_clues(next) {
                        Ok(next) => induction = next,
                        Err(mut last) => {
                            last.properties.retain(|it| !possible.contains(it));
                            if last.properties.is_empty() {
                                break;
                            }
                            last.constants.clear();
                            induction = *last;
                        }
                    }
                }
                Walked::Complete(done, _, relations) => {
                    let heads = Arc::new(done.heads(relations));
                    let functions: Vec<ProcId> = done.contracts.functions.into_iter().collect();
                    for property in done.properties {
                        let (heads, functions) = (Arc::clone(&heads), functions.clone());
                        let iterations = k.into();
                        let proof = Certificate::Inductive { iterations, heads, functions };
                        proved.push((property, proof));
                    }
                    break;
                }
            }
        }
        self.outer.queries.cx.phase("unrolling");
        Ok(proved)
    }

    /// The same attempt, with auxiliary invariants, or with more of them; if there are no more, as it is.
    fn with_more_clues(&self, induction: Induction) -> Result<Induction, Box<Induction>> {
        let program = self.outer.explorer.machine.program;
        let Induction { loops, contracts, supposed, k, .. } = &induction;
        let breadth = match supposed.as_ref().map(|it| it.clues().breadth) {
            _ if self.attempts.clueless => None,
            // What holds always is tried first: it is less.
            None if *k == 1 => Some(Breadth::Always),
            None => Some(Breadth::EachMode),
            // Loops are unrolled further first.
            Some(_) if contracts.functions.is_empty() => None,
            Some(breadth) => breadth.next(),
        };
        let Some(breadth) = breadth else { return Err(Box::new(induction)) };
        let clues = Clues::new(program, loops, &contracts.functions, &self.attempts.facts, breadth);
        let supposed = Some(Supposed::new(&Rc::new(clues)));
        Ok(Induction { constants: BTreeMap::new(), supposed, ..induction })
    }

    fn attempt(&mut self, induction: Induction) -> Result<Walked, Reason> {
        let Explorer { machine, bound, .. } = &self.outer.explorer;
        let bound = Bound { undecided: bound.undecided.saturating_mul(2), ..*bound };
        let grown = match self.attempts.induction {
            // What is not unrolled does not tell how large the program is.
            crate::Induction::BetweenCheapWaves => {
                SHORTEST.saturating_mul(u64::from(bound.undecided) / 4)
            }
            crate::Induction::Never | crate::Induction::BetweenWaves => SHORTEST,
        };
        let most = grown.max(4 * machine.visited).min(self.outer.most);
        let properties: Vec<PropId> = induction.properties.iter().copied().collect();
        let contracts = induction.contracts.clone();
        let rules = machine.terms.rules();
        let settings = Settings { few: machine.few, ..Settings::plain(bound, rules) };
        let Ok(explorer) = Explorer::new(machine.program, settings, induction) else {
            return Ok(Walked::Failed);
        };
        let before = self.outer.cost();
        let mut queries =
            Queries::new(rules, self.outer.queries.limit, &mut *self.outer.queries.cx);
        queries.elsewhere = before;
        let mut inner = Unrolling::new(explorer, queries, most);
        let walked = self.attempts.walk(&mut inner, properties, &contracts);
        let spent = inner.cost().since(before);
        self.outer.queries.elsewhere = self.outer.queries.elsewhere.and(spent);
        walked
    }
}

impl Attempts {
    /// Walks over the program for an attempt.
    fn walk(
        &mut self,
        inner: &mut Unrolling<'_, '_, '_, Induction>,
        properties: Vec<PropId>,
        contracts: &Contracts,
    ) -> Result<Walked, Reason> {
        inner.walk(u64::MAX)?;
        // A walk that was cut has not met all.
        if inner.is_exhausted() || inner.explorer.cuts.failed {
            return Ok(Walked::Failed);
        }
        let program = inner.explorer.machine.program;
        let aside = std::mem::take(&mut inner.explorer.aside);
        let Some(more) = unbounded(program, aside.iter().map(|it| &it.0)) else {
            return Ok(Walked::Failed);
        };
        let mut induction = std::mem::take(&mut inner.explorer.cuts);
        // What was made arbitrary before something was learned lacks it.
        induction.grown |= induction.contracts != *contracts;
        if induction.grown || !aside.is_empty() {
            let known = |it: &Induction| it.loops.len() + it.contracts.functions.len();
            let before = known(&induction);
            induction.loops.extend(more.loops);
            induction.contracts.functions.extend(more.functions);
            if !induction.grown && known(&induction) == before {
                return Ok(Walked::Failed);
            }
            induction.grown = false;
            induction.constants.clear();
            induction.supposed = None;
            return Ok(Walked::Again(induction));
        }
        let supposed = induction.supposed.take();
        if let Some(supposed) = &supposed {
            induction.supposed = Some(Supposed::new(supposed.clues()));
            if let Some(relations) = inner.settle_by_algebra(supposed, &properties)? {
                return Ok(Walked::Complete(induction, Vec::new(), relations));
            }
        }
        let mut kept = Kept::default();
        let mut inductive = Inductive::default();
        if let Some(supposed) = supposed {
            match inner.filter(&supposed)? {
                Some(found) => kept = found,
                None => {
                    if induction.contracts.functions.is_empty() {
                        self.clueless = true;
                        induction.supposed = None;
                    }
                }
            }
            let decided = inner.decided(&supposed, &kept);
            inductive = inner.inductive(&supposed.equations, &decided)?;
        }
        let given = &kept.switches;
        let most = if given.is_empty() { CONFLICTS } else { CONFLICTS_GIVEN };
        let gaps = inner.gaps();
        let gaps = inner.explorer.machine.terms.any(gaps);
        let most_for_gaps = if inner.is_hard(gaps) { CONFLICTS_HARD } else { most };
        if inner.ask(&[&[gaps], &given[..]].concat(), Some(most_for_gaps))? != Answer::Unsat {
            return Ok(Walked::Open(induction));
        }
        let mut possible = Vec::new();
        for property in properties {
            let answer = inner.ask_given(property, given, &inductive.supposed, most)?;
            self.clueless |= answer == Answer::Unknown && most == CONFLICTS_GIVEN;
            if answer != Answer::Unsat {
                possible.push(property);
            }
        }
        let mut relations = kept.relations;
        for (head, more) in inductive.relations {
            relations.entry(Point::Head(head)).or_default().extend(more);
        }
        Ok(Walked::Complete(induction, possible, relations))
    }
}

impl Unrolling<'_, '_, '_, Induction> {
    /// Whether a property can be violated, given candidates by their switches, and equations.
    fn ask_given(
        &mut self,
        property: PropId,
        given: &[TermId],
        equations: &[TermId],
        most: u64,
    ) -> Result<Answer, Reason> {
        let mut whens = self.whens(property);
        if !equations.is_empty() {
            let mut open = Vec::new();
            for when in whens {
                if !self.refute(&[&[when], given, equations].concat())? {
                    open.push(when);
                }
            }
            whens = open;
        }
        let any = self.explorer.machine.terms.any(whens);
        let most = if self.is_hard(any) { most.min(CONFLICTS_HARD) } else { most };
        let answer = self.ask(&[&[any], given].concat(), Some(most))?;
        if answer == Answer::Unsat || equations.is_empty() {
            return Ok(answer);
        }
        self.ask(&[&[any], given, equations].concat(), Some(most))
    }

    /// The conditions of what is not modelled.
    fn gaps(&self) -> Vec<TermId> {
        self.explorer.machine.gaps.iter().map(|it| it.when).collect()
    }

    /// The conditions of violations of a property.
    fn whens(&self, property: PropId) -> Vec<TermId> {
        let violations = self.explorer.machine.violations.iter();
        violations.filter(|it| it.property == property).map(|it| it.when).collect()
    }

    /// That candidates hold that were kept, and nothing is supposed of the others.
    fn decided(&mut self, supposed: &Supposed, kept: &Kept) -> Vec<TermId> {
        let terms = &mut self.explorer.machine.terms;
        let is_kept = |it: &TermId| kept.switches.contains(it);
        supposed.switches().map(|it| if is_kept(&it) { it } else { terms.not(it) }).collect()
    }

    /// The equations that rule every violation out by themselves, if they do.
    fn settle_by_algebra(
        &mut self,
        supposed: &Supposed,
        properties: &[PropId],
    ) -> Result<Option<BTreeMap<Point, Vec<Relation>>>, Reason> {
        if supposed.equations.is_empty() {
            return Ok(None);
        }
        let switches = self.decided(supposed, &Kept::default());
        let inductive = self.inductive(&supposed.equations, &switches)?;
        if inductive.supposed.is_empty() {
            return Ok(None);
        }
        let given = [&switches[..], &inductive.supposed].concat();
        let mut conditions = self.gaps();
        properties.iter().for_each(|it| conditions.extend(self.whens(*it)));
        let relations = inductive.relations.into_iter();
        let relations = relations.map(|(head, them)| (Point::Head(head), them)).collect();
        Ok(self.refute_each(&conditions, &given)?.then_some(relations))
    }
}

/// The head of the loop in which a state was put aside.
fn head(state: &State) -> Option<LocId> {
    let frame = state.top();
    frame.loops.last().filter(|it| it.head == frame.loc).map(|it| it.head)
}

/// Where runs go on; `None` if it is in a function that cannot be treated by a contract.
fn unbounded<'s>(program: &Program, on: impl IntoIterator<Item = &'s State>) -> Option<Unbounded> {
    let mut found = Unbounded::default();
    for state in on {
        match head(state) {
            Some(head) => _ = found.loops.insert(head),
            None => {
                let functions = contract::recursive(program, &state.frames);
                if functions.is_empty() {
                    return None;
                }
                found.functions.extend(functions);
            }
        }
    }
    Some(found)
}
