//! The search for paths, in order of length, as a coroutine.

use std::collections::{BTreeMap, VecDeque};

use tribunal_base::Span;
use tribunal_engine::{Chosen, Context, Reason};
use tribunal_solver::{Answer, TermId};

use crate::chart::Subject;
use crate::condition;
use crate::evidence::{self, Path, Replayed};
use crate::monitor::Query;
use crate::product::{Fate, Merging, Place, Product};

/// How paths are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How often a node may be repeated in one call of its function.
    pub repeat: u32,
    /// Which paths come first.
    pub order: Order,
    /// Whether regions that the query does not look into are one step.
    pub merging: Merging,
}

impl Default for Options {
    fn default() -> Self {
        Self { repeat: 2, order: Order::default(), merging: Merging::default() }
    }
}

/// Which paths come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The shortest.
    #[default]
    Breadth,
    /// Those that take the last branch first: needs less memory.
    Depth,
}

/// The paths of a subject that satisfy a query.
pub struct Paths<'p> {
    product: Product<'p>,
    start: Place,
    options: Options,
    open: BTreeMap<usize, VecDeque<Place>>,
    /// Found but not yet told: shorter ones may come.
    found: BTreeMap<usize, VecDeque<Place>>,
    /// What was cut by the limit on repetitions.
    cut: Vec<(Place, Fate)>,
    /// How often paths came back to where nothing had changed.
    rounds: usize,
    /// When the function is entered at all.
    entered: Vec<TermId>,
    /// The conditions of the paths that were told.
    conditions: Vec<TermId>,
    doubts: Vec<(String, Option<Span>)>,
    faults: Vec<Fault>,
}

/// A run goes wrong before its path ends.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What goes wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The nodes on the way.
    pub nodes: Vec<u32>,
}

/// What is known about the paths that were not told.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Whether there is no further path, however often nodes are repeated, but those that go round where nothing changes.
    pub exhaustive: bool,
    /// How many paths were left where they came back to a place and nothing had changed since.
    pub rounds: usize,
    /// Whether the conditions of the paths cover all cases that the initial condition allows.
    pub covers_all: bool,
    /// Whether the initial condition can hold at all.
    pub entered: bool,
    /// How many paths were given up because nodes would be repeated too often.
    pub cut: usize,
    /// Why something is not known, and where.
    pub doubts: Vec<(String, Option<Span>)>,
    /// What can go wrong on the way: such runs are not among the paths.
    pub faults: Vec<Fault>,
}

impl<'p> Paths<'p> {
    /// Gets ready; the error says what is not supported.
    pub fn new(subject: Subject<'p>, query: Query, options: Options) -> Result<Self, String> {
        let mut product = Product::new(subject, query, options.merging)?;
        let start = product.start();
        Ok(Self {
            product,
            start: start.clone(),
            options,
            open: BTreeMap::from([(0, VecDeque::from([start]))]),
            found: BTreeMap::new(),
            cut: Vec::new(),
            rounds: 0,
            entered: Vec::new(),
            conditions: Vec::new(),
            doubts: Vec::new(),
            faults: Vec::new(),
        })
    }

    /// The next path; `None` if there is no more up to the limit on repetitions.
    pub fn next(&mut self, cx: &mut Context<'_>) -> Result<Option<Path>, Reason> {
        loop {
            let shortest = self.found.keys().next().copied();
            let is_due = |length: usize| match self.options.order {
                Order::Breadth => self.open.keys().next().is_none_or(|it| length <= *it + 1),
                Order::Depth => true,
            };
            if let Some(length) = shortest.filter(|it| is_due(*it)) {
                let place = take_first(&mut self.found, length);
                if let Some(path) = place.map(|it| self.tell(&it, cx)).transpose()?.flatten() {
                    return Ok(Some(path));
                }
                continue;
            }
            let next = match self.options.order {
                Order::Breadth => self.open.keys().next().copied(),
                Order::Depth => self.open.keys().next_back().copied(),
            };
            let Some(length) = next else { return Ok(None) };
            let Some(place) = take_first(&mut self.open, length) else { continue };
            self.expand(&place, cx)?;
        }
    }

    /// Allows more repetitions: what was cut is taken up again.
    pub fn raise(&mut self, repeat: u32) {
        self.options.repeat = self.options.repeat.max(repeat);
        for (place, fate) in std::mem::take(&mut self.cut) {
            self.admit(place, fate);
        }
    }

    fn admit(&mut self, place: Place, fate: Fate) {
        let length = place.length;
        if fate == Fate::Open && Product::is_again(&place) {
            self.rounds += 1;
            return;
        }
        if !self.product.is_within(&place, self.options.repeat) {
            self.cut.push((place, fate));
            return;
        }
        match fate {
            Fate::Open => self.open.entry(length).or_default().push_back(place),
            Fate::Wanted => self.found.entry(length).or_default().push_back(place),
            Fate::Unwanted => {}
        }
    }

    /// Goes one node further on all ways.
    fn expand(&mut self, place: &Place, cx: &mut Context<'_>) -> Result<(), Reason> {
        let stepped = self.product.step(place, cx)?;
        if stepped.doubtful {
            let node = place.trail.as_ref().map(|it| it.node);
            let edge = node.and_then(|it| self.product.steps.edge_of(it));
            let span = edge.map(|it| self.product.subject.program.edges[it].span);
            self.doubt("a condition that is too hard to decide".to_owned(), span);
        }
        self.entered.extend(stepped.entered);
        for successor in stepped.successors {
            self.admit(successor.place, successor.fate);
        }
        for (when, what, span) in stepped.rest.unknown {
            if self.product.is_possible(&[when], cx)? != Answer::Unsat {
                self.doubt(what, Some(span));
            }
        }
        if place.trail.is_none() {
            return Ok(());
        }
        for fault in stepped.rest.faults {
            if self.product.is_possible(&[fault.when], cx)? != Answer::Unsat {
                let edge = &self.product.subject.program.edges[fault.edge];
                let message = edge.violates.as_ref().map_or(String::new(), |it| it.message.clone());
                let nodes = Product::nodes(place);
                self.faults.push(Fault { message, span: edge.span, nodes });
            }
        }
        // The program ends in the middle of the function.
        if place.monitor.accepts() && !stepped.rest.ends.is_empty() {
            let terms = self.product.steps.terms();
            let when = terms.any(stepped.rest.ends);
            if self.product.is_possible(&[when], cx)? != Answer::Unsat {
                let mut ended = place.clone();
                self.product.steps.assume(&mut ended.point, when);
                self.found.entry(ended.length).or_default().push_back(ended);
            }
        }
        Ok(())
    }

    fn doubt(&mut self, what: String, span: Option<Span>) {
        if !self.doubts.contains(&(what.clone(), span)) {
            self.doubts.push((what, span));
        }
    }

    /// Makes a path of a place: values, a run on them, and a condition for people.
    fn tell(&mut self, place: &Place, cx: &mut Context<'_>) -> Result<Option<Path>, Reason> {
        match tell(&mut self.product, place, cx)? {
            Told::Path(path) => {
                self.conditions.push(path.condition.term);
                return Ok(Some(*path));
            }
            Told::Elsewhere => self.doubt("a path whose run takes another way".to_owned(), None),
            Told::Never => {}
        }
        Ok(None)
    }

    /// Whether the weakest precondition of a path's run, computed backwards, is its condition. The inner error says what the backward computation does not cover.
    ///
    /// Where several ways lead from one node to the next, as in `a || b`, the condition is that of all of them, and the run takes one.
    pub fn agrees_backwards(
        &mut self,
        path: &Path,
        cx: &mut Context<'_>,
    ) -> Result<Result<bool, String>, Reason> {
        if self.product.subject.concurrent.is_some() {
            return Ok(Err("several processes".to_owned()));
        }
        if self.product.is_possible(&[path.condition.term], cx)? != Answer::Sat {
            return Ok(Ok(false));
        }
        let steps = &mut self.product.steps;
        let mut model = steps.model();
        let asked: Vec<(TermId, TermId)> = steps.asked().map(|it| (it.when, it.term)).collect();
        let inputs: Vec<TermId> = asked
            .into_iter()
            .filter(|it| model.eval(steps.terms(), it.0).as_bool())
            .map(|it| it.1)
            .collect();
        let backward = match steps.backward(&self.start.point, &path.edges, &inputs) {
            Ok(condition) => condition,
            Err(what) => return Ok(Err(what)),
        };
        let differs = steps.terms().xor(backward, path.condition.term);
        Ok(Ok(self.product.is_possible(&[differs], cx)? == Answer::Unsat))
    }

    /// What is known about all other paths.
    pub fn summary(&mut self, cx: &mut Context<'_>) -> Result<Summary, Reason> {
        let product = &mut self.product;
        let any = product.steps.terms().any(self.entered.iter().copied());
        let entered = product.is_possible(&[any], cx)? != Answer::Unsat;
        let mut question: Vec<TermId> = vec![any];
        for condition in &self.conditions {
            question.push(product.steps.terms().not(*condition));
        }
        // Where conditions only allow paths, there may be others for the same inputs.
        let covers_all = product.subject.concurrent.is_none()
            && !self.conditions.is_empty()
            && product.is_possible(&question, cx)? == Answer::Unsat;
        let is_done = self.open.is_empty()
            && self.found.is_empty()
            && self.cut.is_empty()
            && self.doubts.is_empty();
        Ok(Summary {
            exhaustive: is_done || covers_all,
            rounds: self.rounds,
            covers_all,
            entered,
            cut: self.cut.len(),
            doubts: self.doubts.clone(),
            faults: self.faults.clone(),
        })
    }
}

/// What becomes of a place.
pub(crate) enum Told {
    Path(Box<Path>),
    /// The run on the values found takes another way.
    Elsewhere,
    /// No values were found.
    Never,
}

/// Makes a path of a place.
pub(crate) fn tell(
    product: &mut Product<'_>,
    place: &Place,
    cx: &mut Context<'_>,
) -> Result<Told, Reason> {
    let subject = product.subject;
    let taken = product.taken(place);
    let Some(mut model) = evidence::model(product, taken, cx)? else {
        return Ok(Told::Never);
    };
    let inputs = evidence::inputs(subject, &mut product.steps, &mut model);
    let choices = product.steps.choices(&mut model);
    let told = Product::nodes(place);
    let moves = Product::moves(place);
    let replayed = match subject.concurrent {
        Some(concurrent) => evidence::replay_interleaved(
            subject.program,
            subject.marks.node,
            concurrent,
            &moves,
            &choices,
        ),
        None => evidence::replay(subject.program, subject.marks.node, &told, &choices),
    };
    if place.is_stuck && !is_confirmed(product, place, &moves, &choices) {
        return Ok(Told::Elsewhere);
    }
    let Some(Replayed { nodes, edges }) = replayed else { return Ok(Told::Elsewhere) };
    let condition = product.condition(place);
    let names = condition::names(product.steps.terms(), &inputs);
    let condition = condition::told(product, condition, &names, cx)?;
    let processes =
        moves.into_iter().filter(|_| subject.concurrent.is_some()).map(|it| it.0).collect();
    let told = told.len();
    let is_stuck = place.is_stuck;
    let path = Path { nodes, processes, told, is_stuck, condition, inputs, choices, edges };
    Ok(Told::Path(Box::new(path)))
}

/// Whether nobody can move after a run, by the reference semantics.
fn is_confirmed(
    product: &Product<'_>,
    place: &Place,
    moves: &[(u32, u32)],
    choices: &[Chosen],
) -> bool {
    let subject = product.subject;
    let (Some(concurrent), Some(positions)) = (subject.concurrent, &place.positions) else {
        return false;
    };
    positions.able().into_iter().all(|it| {
        !evidence::can_move(subject.program, subject.marks.node, concurrent, moves, choices, it)
    })
}

fn take_first(queue: &mut BTreeMap<usize, VecDeque<Place>>, length: usize) -> Option<Place> {
    let places = queue.get_mut(&length)?;
    let first = places.pop_front();
    if places.is_empty() {
        queue.remove(&length);
    }
    first
}
