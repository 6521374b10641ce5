//! Transitions between the states that are seen, and runs along them.

use super::Walk;
use super::control::{Control, Thread};
use super::node::{Node, Step};
use super::unfold::Unfolding;
use crate::state::layout::Layout;
use crate::transfer::eval::View;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use tribunal_base::Kleene;
use tribunal_engine::{Chosen, Context, End, Progress, Reason, Trace};
use tribunal_ir::visit::{Root, Use, Walk as Reader};
use tribunal_ir::{BinOp, Expr, ExprId, Program, Scope, UnOp};
use tribunal_logic::ctl::{Path, Relation, Structure};

/// Which abstract states are those of the structure.
pub(super) struct Folded {
    /// The numbers of the states that are seen, and whether each is the twin of one: a run that is not seen any more stays there.
    states: Vec<(u32, Role)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Seen,
    Twin,
}

pub(super) fn fold(
    layout: &Layout<'_>,
    unfolding: &mut Unfolding,
    atoms: &[ExprId],
    cx: &mut Context<'_>,
) -> Result<(Folded, Structure), Reason> {
    keep_certain(&mut unfolding.nodes);
    let unfolding = &*unfolding;
    let mut folded = Folded { states: vec![(0, Role::Seen)] };
    let mut numbers: Vec<Option<u32>> = vec![None; unfolding.nodes.len()];
    numbers[0] = Some(0);
    let mut may: Vec<(u32, u32)> = Vec::new();
    let mut must: Vec<(u32, u32)> = Vec::new();
    let mut done = 0;
    let mut search = Search::new(unfolding.nodes.len());
    while let Some(&(node, role)) = folded.states.get(done) {
        let states = folded.states.len() as u64;
        cx.tick(|| Progress { states, memory_bytes: 256 * states, ..Progress::default() })?;
        let own = u32::try_from(done).unwrap_or(u32::MAX);
        done += 1;
        if role == Role::Twin {
            may.push((own, own));
            must.push((own, own));
            continue;
        }
        let mut number = |target: u32, states: &mut Vec<(u32, Role)>| {
            *numbers[target as usize].get_or_insert_with(|| {
                states.push((target, Role::Seen));
                u32::try_from(states.len() - 1).unwrap_or(u32::MAX)
            })
        };
        let may_rest = search.beyond(unfolding, node, Kleene::Maybe);
        let goes_on = !search.seen.is_empty();
        may.extend(search.seen.iter().map(|it| (own, number(*it, &mut folded.states))));
        // Most often all is certain, and need not be searched again.
        let rests =
            if search.is_certain { may_rest } else { search.beyond(unfolding, node, Kleene::True) };
        must.extend(search.seen.iter().map(|it| (own, number(*it, &mut folded.states))));
        if may_rest {
            let place = if goes_on {
                folded.states.push((node, Role::Twin));
                u32::try_from(folded.states.len() - 1).unwrap_or(u32::MAX)
            } else {
                own
            };
            may.push((own, place));
            if rests {
                must.push((own, place));
            }
        }
    }
    let globals = folded.states.iter().map(|it| unfolding.nodes[it.0 as usize].globals as usize);
    let globals: Vec<usize> = globals.collect();
    let values = |atom: &ExprId| -> Vec<Kleene> {
        let ask = |node: u32| {
            let node = &unfolding.nodes[node as usize];
            let control = &unfolding.controls[node.control as usize];
            Asker { layout, node, control }.ask(*atom)
        };
        if !is_about_globals(layout.program, *atom) {
            return folded.states.iter().map(|it| ask(it.0)).collect();
        }
        let mut known: Vec<Option<Kleene>> = vec![None; unfolding.valuations];
        let states = folded.states.iter().zip(&globals);
        states.map(|(it, globals)| *known[*globals].get_or_insert_with(|| ask(it.0))).collect()
    };
    // Several formulas ask for the same.
    let mut answers: Vec<Vec<Kleene>> = Vec::new();
    for (number, atom) in atoms.iter().enumerate() {
        let earlier = atoms[..number].iter().position(|it| it == atom);
        answers.push(earlier.map_or_else(|| values(atom), |it| answers[it].clone()));
    }
    let states = folded.states.len();
    let structure = Structure {
        may: Relation::of_pairs(states, &may),
        must: (must != may).then(|| Relation::of_pairs(states, &must)),
        atoms: answers,
        states,
    };
    Ok((folded, structure))
}

/// Where runs may get stuck, a choice that leads there does not count: such steps are not certain.
fn keep_certain(nodes: &mut [Node]) {
    // Nodes from which some run is certain to go on; what is not refuted is.
    let mut lives = vec![true; nodes.len()];
    loop {
        let mut changed = false;
        for (number, node) in nodes.iter().enumerate() {
            let goes_on = |it: &Step| it.is_certain && lives[it.to as usize];
            let all = || node.steps.iter().all(|it| lives[it.to as usize]);
            let is_alive = !node.may_stick
                && (node.ends == Kleene::True || node.steps.iter().any(goes_on) || all());
            if lives[number] && !is_alive {
                lives[number] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for node in nodes {
        let only = node.steps.len() == 1 && node.ends == Kleene::False;
        node.steps.iter_mut().for_each(|it| it.is_certain &= only || lives[it.to as usize]);
    }
}

/// A search through states that are not seen.
struct Search {
    /// When a state was met, by the number of the search, and whether it is on the current way.
    met: Vec<(u32, bool)>,
    round: u32,
    stack: Vec<(u32, usize)>,
    /// The states that are seen next.
    seen: Vec<u32>,
    /// Whether all that was passed, steps and ends, is certain.
    is_certain: bool,
}

impl Search {
    fn new(nodes: usize) -> Self {
        let met = vec![(0, false); nodes];
        Self { met, round: 0, stack: Vec::new(), seen: Vec::new(), is_certain: true }
    }

    /// Finds the states that are seen next, by steps and to ends that are at least so certain; tells whether a run may not be seen any more.
    fn beyond(&mut self, unfolding: &Unfolding, start: u32, certainty: Kleene) -> bool {
        self.round += 1;
        self.seen.clear();
        self.is_certain = true;
        let mut rests = false;
        self.stack.push((start, 0));
        self.met[start as usize] = (self.round, true);
        while let Some((number, at)) = self.stack.last_mut() {
            let (from, node) = (*number as usize, &unfolding.nodes[*number as usize]);
            rests |= certainty <= node.ends;
            self.is_certain &= node.ends != Kleene::Maybe;
            let Some(step) = node.steps.get(*at) else {
                self.met[from].1 = false;
                self.stack.pop();
                continue;
            };
            *at += 1;
            self.is_certain &= step.is_certain;
            if certainty == Kleene::True && !step.is_certain {
                continue;
            }
            if step.is_seen {
                self.seen.push(step.to);
                continue;
            }
            match self.met[step.to as usize] {
                (round, is_open) if round == self.round => rests |= is_open,
                _ => {
                    self.met[step.to as usize] = (self.round, true);
                    self.stack.push((step.to, 0));
                }
            }
        }
        self.seen.sort_unstable();
        self.seen.dedup();
        rests
    }
}

/// Whether the value of an expression follows from those of global variables.
fn is_about_globals(program: &Program, expr: ExprId) -> bool {
    let mut is_so = true;
    let mut each = |it| {
        is_so &= match it {
            Use::Expr(expr) => matches!(
                program.exprs[expr],
                Expr::Const { .. }
                    | Expr::Load(_)
                    | Expr::Unary(..)
                    | Expr::Binary(..)
                    | Expr::Cast { .. }
                    | Expr::Ite(..)
            ),
            Use::Read(place) | Use::Write(place) => match program.root(place) {
                Root::Own(var) => program.vars[var].scope == Scope::Global,
                Root::Remote(_) | Root::Memory => false,
            },
        };
    };
    Reader::new(program, &mut each).expr(expr);
    is_so
}

/// Evaluates what is asked in an abstract state.
struct Asker<'a> {
    layout: &'a Layout<'a>,
    node: &'a Node,
    control: &'a Control,
}

impl Asker<'_> {
    fn ask(&self, expr: ExprId) -> Kleene {
        let program = self.layout.program;
        let is_bool = |it: ExprId| self.layout.ty(it) == tribunal_ir::Ty::Bool;
        match program.exprs[expr] {
            Expr::Unary(UnOp::Not, arg) => !self.ask(arg),
            Expr::Binary(BinOp::And, a, b) if is_bool(a) => self.ask(a) & self.ask(b),
            Expr::Binary(BinOp::Or, a, b) if is_bool(a) => self.ask(a) | self.ask(b),
            Expr::At { process, label } => {
                let thread = match program.exprs[process] {
                    Expr::Const { value, .. } => usize::try_from(value).ok(),
                    Expr::InstanceOf(process) => self.control.oldest(program, process),
                    _ => return Kleene::Maybe,
                };
                let thread = thread.and_then(|it| self.control.threads.get(it));
                let locations = &program.labels[label].locs;
                let is_there = |it: &Thread| it.is_alive() && locations.contains(&it.location());
                Kleene::from(thread.is_some_and(is_there))
            }
            _ => {
                let state = &self.node.known.state;
                View { layout: self.layout, state, shared: None, memo: None }.kleene(expr)
            }
        }
    }
}

/// The run along a path of certain transitions.
pub(super) fn walk(unfolding: &Unfolding, folded: &Folded, path: &Path) -> Option<Walk> {
    let mut run = Run { unfolding, folded, steps: Vec::new(), choices: Vec::new() };
    for pair in path.states.windows(2) {
        if let Some(end) = run.go(pair[0], pair[1])? {
            return Some(Walk { trace: run.finish(end), circle: None });
        }
    }
    let Some(back_to) = path.back_to else {
        return Some(Walk { trace: run.finish(End::Path), circle: None });
    };
    // Which state of those that it stands for comes again is not known: the circle is told by itself.
    let mut circle = Run { unfolding, folded, steps: Vec::new(), choices: Vec::new() };
    let mut from = *path.states.last()?;
    for &to in &path.states[back_to..] {
        if let Some(end) = circle.go(from, to)? {
            run.steps.append(&mut circle.steps);
            run.choices.append(&mut circle.choices);
            return Some(Walk { trace: run.finish(end), circle: None });
        }
        from = to;
    }
    Some(Walk { trace: run.finish(End::Path), circle: Some((circle.steps, circle.choices)) })
}

/// By which step of which state each state was come to.
type Before = FxHashMap<u32, Option<(u32, usize)>>;

struct Run<'a> {
    unfolding: &'a Unfolding,
    folded: &'a Folded,
    steps: Vec<tribunal_engine::Step>,
    choices: Vec<Chosen>,
}

impl Run<'_> {
    /// Takes steps to the next state of a path, or to where the run is not seen any more.
    #[expect(clippy::option_option, reason = "no way, or one that goes on")]
    fn go(&mut self, from: usize, to: usize) -> Option<Option<End>> {
        let ((start, _), (target, role)) = (self.folded.states[from], self.folded.states[to]);
        let is_rest = role == Role::Twin || from == to;
        let nodes = &self.unfolding.nodes;
        let mut before: Before = Before::default();
        let mut queue = std::collections::VecDeque::from([start]);
        before.insert(start, None);
        while let Some(number) = queue.pop_front() {
            let node = &nodes[number as usize];
            if is_rest && node.ends == Kleene::True {
                self.follow(&before, start, number);
                return Some(Some(End::Stutter));
            }
            for (at, step) in node.steps.iter().enumerate() {
                if !step.is_certain {
                    continue;
                }
                if step.is_seen && step.to == target && role == Role::Seen {
                    self.follow(&before, start, number);
                    self.take(step);
                    return Some(None);
                }
                if !step.is_seen
                    && let Entry::Vacant(vacant) = before.entry(step.to)
                {
                    vacant.insert(Some((number, at)));
                    queue.push_back(step.to);
                }
            }
        }
        None
    }

    fn follow(&mut self, before: &Before, start: u32, end: u32) {
        let mut way = Vec::new();
        let mut at = end;
        while at != start {
            let Some((from, step)) = before.get(&at).copied().flatten() else { break };
            way.push((from, step));
            at = from;
        }
        let unfolding = self.unfolding;
        for (from, step) in way.into_iter().rev() {
            self.take(&unfolding.nodes[from as usize].steps[step]);
        }
    }

    fn take(&mut self, step: &Step) {
        let hops = step.hops.of(&self.unfolding.hops).iter();
        for hop in hops.filter(|it| !it.is_continued) {
            let (process, edge) = (hop.process, hop.edge);
            self.steps.push(tribunal_engine::Step { process, edge, partner: None });
        }
        self.choices.extend(step.choices.of(&self.unfolding.choices).iter().cloned());
    }

    fn finish(self, end: End) -> Trace {
        Trace { steps: self.steps, choices: self.choices, end }
    }
}
