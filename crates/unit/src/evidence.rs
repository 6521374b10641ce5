//! Paths, with values that drive a run along them.

use std::collections::BTreeSet;

use tribunal_engine::{Chosen, Context, Reason};
use tribunal_engine_symbolic::steps::{Asked, Steps, marked};
use tribunal_exec as exec;
use tribunal_ir::{EdgeId, Origin, Program, Ty, Var, VarId};
use tribunal_solver::{Answer, Assignment, Bits, Sort, TermId, Value as Model};

use crate::chart::{Concurrent, Constants, Input, InputKind, Numbers, Subject};
use crate::condition::Condition;
use crate::interleaved_run::InterleavedRun;
use crate::product::Product;

/// A path that was executed.
#[derive(Clone, Debug)]
pub struct Path {
    /// The numbers of its nodes, as the run on these inputs passes them.
    pub nodes: Vec<u32>,
    /// The process that comes to each of them, if several functions run concurrently.
    pub processes: Vec<u32>,
    /// How many of these nodes the search looked at; if fewer than all, the condition is that of all paths that differ elsewhere.
    pub told: usize,
    /// Whether it ends because nobody can move.
    pub is_stuck: bool,
    /// When it is taken.
    pub condition: Condition,
    /// Values of the inputs that drive it, in the order in which they are asked for.
    pub inputs: Vec<Value>,
    /// The same for a run: all that is left open.
    pub choices: Vec<Chosen>,
    /// The edges of that run.
    pub edges: Vec<EdgeId>,
}

/// A value of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is called.
    pub name: String,
    /// The function that is asked for it.
    pub function: String,
    /// The number; the bits of a float.
    pub number: i128,
    /// The value as text.
    pub text: String,
    /// How it is shown.
    pub kind: InputKind,
    /// The variable that stands for it in conditions.
    pub(crate) term: TermId,
}

/// Values are looked for in these ranges first.
const RANGES: [i128; 4] = [2, 16, 1_000, 30_000];

/// Values that make a condition true, small ones if possible, and those of C's types rather than others.
pub(crate) fn model(
    product: &mut Product<'_>,
    condition: TermId,
    cx: &mut Context<'_>,
) -> Result<Option<Assignment>, Reason> {
    let numbers: Vec<(TermId, (i128, i128))> =
        product.steps.asked().map(|it| (it.term, range(product.subject, &it))).collect();
    let small = RANGES.map(Some);
    // Then those of their types, and beyond.
    let large: &[Option<i128>] = match product.subject.numbers {
        Numbers::Machine => &[],
        Numbers::Integers => &[None, Some(1 << 33), Some(1 << 65)],
    };
    let is_named = |it: &Asked<'_>| {
        known(product.subject, it).is_some_and(|it| it.constants == Constants::Characters)
    };
    let named: Vec<TermId> = product.steps.asked().filter(is_named).map(|it| it.term).collect();
    let is_character = |it: TermId| named.contains(&it);
    // What does not matter is zero.
    let terms = product.steps.terms();
    let mentioned: BTreeSet<TermId> = terms.variables(condition).into_iter().collect();
    let mut usual = vec![condition];
    let mut characters = Vec::new();
    for &(number, _) in &numbers {
        let Sort::BitVec(width) = terms.sort(number) else { continue };
        let zero = terms.number(0, width);
        let is_zero = terms.eq(number, zero);
        if !mentioned.contains(&number) {
            usual.push(is_zero);
        } else if is_character(number) {
            let ends = [b' ', b'~'].map(|it| terms.number(it.into(), width));
            let (least, greatest) = (terms.ule(ends[0], number), terms.ule(number, ends[1]));
            let is_printed = terms.and(least, greatest);
            characters.push(terms.or(is_zero, is_printed));
        }
    }
    for most in small.iter().chain(large).copied() {
        let mut question = usual.clone();
        for &(number, range) in numbers.iter().filter(|it| mentioned.contains(&it.0)) {
            let terms = product.steps.terms();
            let Sort::BitVec(width) = terms.sort(number) else { continue };
            if is_character(number) || width < 16 && most.is_none_or(|it| 100 < it) || width < 8 {
                continue;
            }
            let (least, greatest) = match (most, range) {
                (Some(most), (0.., _)) => (0, most),
                (Some(most), _) => (-most, most),
                (None, range) => range,
            };
            let ends = [least, greatest].map(|it| terms.bits(Bits::signed(it, width)));
            question.extend(match least {
                0 => vec![terms.ule(number, ends[1])],
                _ => vec![terms.sle(number, ends[1]), terms.sle(ends[0], number)],
            });
        }
        let printed = question.iter().chain(&characters).copied().collect::<Vec<_>>();
        for question in [printed, question] {
            if product.is_possible_quickly(&question, cx)? == Answer::Sat {
                return Ok(Some(product.steps.model()));
            }
            if characters.is_empty() {
                break;
            }
        }
    }
    Ok((product.is_possible(&usual, cx)? == Answer::Sat).then(|| product.steps.model()))
}

/// The input that a value is one of.
fn known<'p>(subject: Subject<'p>, asked: &Asked<'_>) -> Option<&'p Input> {
    match asked.origin {
        Origin::Input { name, .. } => subject.inputs.iter().find(|it| it.function == name),
        _ => None,
    }
}

/// The numbers that a value may be: those of its type.
fn range(subject: Subject<'_>, asked: &Asked<'_>) -> (i128, i128) {
    let known = known(subject, asked);
    let bits = u32::from(asked.shape.bits);
    let own = match asked.shape.signed {
        true => (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits)),
        false => (0, (1 << bits.min(126)) - 1),
    };
    known.and_then(|it| it.range).unwrap_or(own)
}

/// The values of the inputs.
pub(crate) fn inputs(
    subject: Subject<'_>,
    steps: &mut Steps<'_>,
    model: &mut Assignment,
) -> Vec<Value> {
    let asked: Vec<_> = steps.asked().collect();
    let mut found = Vec::new();
    for it in asked {
        let Origin::Input { name, .. } = it.origin else { continue };
        let terms = steps.terms();
        if !model.eval(terms, it.when).as_bool() {
            continue;
        }
        let number = match model.eval(terms, it.term) {
            Model::Bool(truth) => truth.into(),
            Model::Bits(bits) => it.shape.wrap(bits.to_u128().unwrap_or(0).cast_signed()),
            Model::Array(_) => 0,
        };
        let input = subject.inputs.iter().find(|it| it.function == name);
        let kind = match input {
            Some(input) => input.kind,
            None if matches!(origin_ty(subject.program, name), Some(Ty::Float(_))) => {
                InputKind::Float
            }
            None if it.shape.signed => InputKind::Signed,
            None => InputKind::Unsigned,
        };
        let earlier = found.iter().filter(|it: &&Value| it.function == name).count();
        let known = input.map_or_else(|| format!("{name}()"), |it| it.name.clone());
        let shown = if earlier == 0 { known } else { format!("{known}#{}", earlier + 1) };
        let constant = input.and_then(|it| it.constants.name(number));
        let text = constant.unwrap_or_else(|| show(kind, number, it.shape.bits));
        let (function, term) = (name.to_owned(), it.term);
        found.push(Value { name: shown, function, number, text, kind, term });
    }
    found
}

/// The type of the arbitrary values that come from a function without a body.
#[must_use]
pub fn origin_ty(program: &Program, function: &str) -> Option<Ty> {
    // See `Program::origin`.
    let is_it = |it: &&Var| it.name.strip_prefix('%') == Some(function);
    program.vars.values().find(is_it).map(|it| program.tys[it.ty])
}

fn show(kind: InputKind, number: i128, bits: u16) -> String {
    match kind {
        InputKind::Signed | InputKind::Unsigned => number.to_string(),
        InputKind::Pointer if number == 0 => "NULL".to_owned(),
        InputKind::Pointer => "an object".to_owned(),
        InputKind::Float => match bits {
            32 => format!("{:?}", f32::from_bits(number as u32)),
            64 => format!("{:?}", f64::from_bits(number as u64)),
            _ => format!("{number:#x}"),
        },
    }
}

/// No run of evidence is longer.
const MAX_EDGES: usize = 10_000_000;

/// A run.
pub(crate) struct Replayed {
    pub(crate) nodes: Vec<u32>,
    pub(crate) edges: Vec<EdgeId>,
}

/// A run of several processes in which these, one after the other, come to these nodes.
pub(crate) fn replay_interleaved(
    program: &Program,
    node: VarId,
    concurrent: Concurrent<'_>,
    moves: &[(u32, u32)],
    choices: &[Chosen],
) -> Option<Replayed> {
    let marked = marked(program, node);
    let mut run = InterleavedRun::start(program, &marked, concurrent, choices)?;
    let mut edges = Vec::new();
    for &(process, node) in moves {
        let reached = run.step(process as usize, &mut edges)?;
        if reached != node {
            return None;
        }
    }
    Some(Replayed { nodes: moves.iter().map(|it| it.1).collect(), edges })
}

/// Whether a process can come to another node after a run of several in which these come to these nodes.
pub(crate) fn can_move(
    program: &Program,
    node: VarId,
    concurrent: Concurrent<'_>,
    moves: &[(u32, u32)],
    choices: &[Chosen],
    process: usize,
) -> bool {
    let marked = marked(program, node);
    let Some(mut run) = InterleavedRun::start(program, &marked, concurrent, choices) else {
        return true;
    };
    for &(process, _) in moves {
        run.step(process as usize, &mut Vec::new());
    }
    run.step(process, &mut Vec::new()).is_some()
}

/// The nodes that a run passes with these choices, up to the last of those that are told; `None` if it does not pass them in this order.
pub(crate) fn replay(
    program: &Program,
    node: VarId,
    told: &[u32],
    choices: &[Chosen],
) -> Option<Replayed> {
    let marked = marked(program, node);
    let mut walk = exec::Walk::start(program)?;
    let mut script = exec::Script::new(choices);
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    let mut left = told.iter().peekable();
    for _ in 0..MAX_EDGES {
        if left.peek().is_none() {
            return Some(Replayed { nodes, edges });
        }
        let edge = walk.next()?;
        edges.push(edge);
        walk.take(edge, &mut script);
        if let Some(&node) = marked.get(&edge) {
            nodes.push(node);
            if left.peek() == Some(&&node) {
                left.next();
            }
        }
    }
    None
}
