//! Transitions between the states that are seen, and runs along them.

use super::Walk;
use super::control::{Control, Thread};
use super::node::{Node, Step};
use super::unfold::Unfolding;
use crate::eval::View;
use crate::layout::Layout;
use tribunal_base::Kleene;
use tribunal_engine::{Chosen, Context, End, Progress, Reason, Trace};
use tribunal_ir::{BinOp, Expr, ExprId, UnOp};
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
    let (mut may, mut must): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    let mut done = 0;
    let mut search = Search::new(unfolding.nodes.len());
    while let Some(&(node, role)) = folded.states.get(done) {
        let states = folded.states.len() as u64;
        cx.tick(|| Progress { states, memory_bytes: 256 * states, ..Progress::default() })?;
        let own = u32::try_from(done).unwrap_or(u32::MAX);
        done += 1;
        if role == Role::Twin {
            may.push(vec![own]);
            must.push(vec![own]);
            continue;
        }
        let possible = search.beyond(unfolding, node, Kleene::Maybe);
        let certain = search.beyond(unfolding, node, Kleene::True);
        let mut number = |target: u32, states: &mut Vec<(u32, Role)>| {
            *numbers[target as usize].get_or_insert_with(|| {
                states.push((target, Role::Seen));
                u32::try_from(states.len() - 1).unwrap_or(u32::MAX)
            })
        };
        let mut after: Vec<u32> =
            possible.seen.iter().map(|it| number(*it, &mut folded.states)).collect();
        let mut surely: Vec<u32> =
            certain.seen.iter().map(|it| number(*it, &mut folded.states)).collect();
        if possible.rests {
            let place = if after.is_empty() {
                own
            } else {
                folded.states.push((node, Role::Twin));
                u32::try_from(folded.states.len() - 1).unwrap_or(u32::MAX)
            };
            after.push(place);
            if certain.rests {
                surely.push(place);
            }
        }
        may.push(after);
        must.push(surely);
    }
    let values = |atom: &ExprId| -> Vec<Kleene> {
        let of = |(node, _): &(u32, Role)| {
            let node = &unfolding.nodes[*node as usize];
            let control = &unfolding.controls[node.control as usize];
            Asker { layout, node, control }.ask(*atom)
        };
        folded.states.iter().map(of).collect()
    };
    // Several formulas ask for the same.
    let mut answers: Vec<Vec<Kleene>> = Vec::new();
    for (number, atom) in atoms.iter().enumerate() {
        let earlier = atoms[..number].iter().position(|it| it == atom);
        answers.push(earlier.map_or_else(|| values(atom), |it| answers[it].clone()));
    }
    let structure = Structure {
        may: Relation::new(&may),
        must: Some(Relation::new(&must)),
        atoms: answers,
        states: folded.states.len(),
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

/// What follows a state that is seen.
struct Beyond {
    seen: Vec<u32>,
    /// Whether a run may not be seen any more.
    rests: bool,
}

/// A search through states that are not seen.
struct Search {
    /// When a state was met, by the number of the search, and whether it is on the current way.
    met: Vec<(u32, bool)>,
    round: u32,
}

impl Search {
    fn new(nodes: usize) -> Self {
        Self { met: vec![(0, false); nodes], round: 0 }
    }

    /// The states that are seen next, by steps and to ends that are at least so certain.
    fn beyond(&mut self, unfolding: &Unfolding, start: u32, certainty: Kleene) -> Beyond {
        self.round += 1;
        let mut found = Beyond { seen: Vec::new(), rests: false };
        let mut stack: Vec<(u32, usize)> = vec![(start, 0)];
        self.met[start as usize] = (self.round, true);
        while let Some((number, at)) = stack.last_mut() {
            let (from, node) = (*number as usize, &unfolding.nodes[*number as usize]);
            found.rests |= certainty <= node.ends;
            let Some(step) = node.steps.get(*at) else {
                self.met[from].1 = false;
                stack.pop();
                continue;
            };
            *at += 1;
            if certainty == Kleene::True && !step.is_certain {
                continue;
            }
            if step.is_seen {
                found.seen.push(step.to);
                continue;
            }
            match self.met[step.to as usize] {
                (round, is_open) if round == self.round => found.rests |= is_open,
                _ => {
                    self.met[step.to as usize] = (self.round, true);
                    stack.push((step.to, 0));
                }
            }
        }
        found.seen.sort_unstable();
        found.seen.dedup();
        found
    }
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
        let mut before: Vec<Option<(u32, usize)>> = vec![None; nodes.len()];
        let mut queue = std::collections::VecDeque::from([start]);
        let mut met = vec![false; nodes.len()];
        met[start as usize] = true;
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
                if !step.is_seen && !met[step.to as usize] {
                    met[step.to as usize] = true;
                    before[step.to as usize] = Some((number, at));
                    queue.push_back(step.to);
                }
            }
        }
        None
    }

    fn follow(&mut self, before: &[Option<(u32, usize)>], start: u32, end: u32) {
        let mut way = Vec::new();
        let mut at = end;
        while at != start {
            let Some((from, step)) = before[at as usize] else { break };
            way.push((from, step));
            at = from;
        }
        let unfolding = self.unfolding;
        for (from, step) in way.into_iter().rev() {
            self.take(&unfolding.nodes[from as usize].steps[step]);
        }
    }

    fn take(&mut self, step: &Step) {
        for hop in step.hops.iter().filter(|it| !it.is_continued) {
            let (process, edge) = (hop.process, hop.edge);
            self.steps.push(tribunal_engine::Step { process, edge, partner: None });
        }
        self.choices.extend(step.choices.iter().cloned());
    }

    fn finish(self, end: End) -> Trace {
        Trace { steps: self.steps, choices: self.choices, end }
    }
}
