//! Path conditions for people: in terms of the inputs, in C, nothing twice.

mod choices;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tribunal_engine::{Context, Reason};
use tribunal_solver::print::Naming;
use tribunal_solver::{Answer, Node, Sort, TermId, Terms};

use crate::chart::{Asker, Input as ChartInput, InputKind, Numbers};
use crate::evidence::Value as Input;
use crate::integers::Integers;
use crate::product::Product;
use crate::ranges;

/// A condition, as conjuncts of which none follows from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The conjuncts in C; none if the condition always holds.
    pub conjuncts: Vec<String>,
    /// The condition as it was found.
    pub term: TermId,
    /// What else there is to say about it.
    pub notes: Vec<String>,
}

impl Condition {
    /// The condition in C.
    #[must_use]
    pub fn text(&self) -> String {
        match self.conjuncts.as_slice() {
            [] => "true".to_owned(),
            [one] => one.clone(),
            many => {
                let inner = many.iter().map(|it| {
                    if it.contains("||") || it.contains(" ? ") {
                        format!("({it})")
                    } else {
                        it.clone()
                    }
                });
                inner.collect::<Vec<_>>().join(" && ")
            }
        }
    }
}

/// More conjuncts than this are shown as they are.
const MANY: usize = 64;

/// Of so many truth values it is asked whether they are decided.
const FEW: usize = 16;
/// Deeper disjunctions are left as they are.
const DEEP: u32 = 4;
/// Longer conjuncts are cut.
const LONG: usize = 400;

/// What variables are called on a path, where that is known: the second value of an input on the path is the second, whatever other paths have asked for.
pub(crate) fn names(terms: &Terms, inputs: &[Input]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for input in inputs {
        if let Node::Variable(symbol) = terms.node(input.term) {
            found.push((terms.symbol(symbol).name.clone(), input.name.clone()));
        }
    }
    found
}

/// A text with variables as they are called on a path.
fn renamed(text: &str, names: &[(String, String)]) -> String {
    let mut text = text.to_owned();
    for (symbol, name) in names {
        let mut out = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(symbol.as_str()) {
            let after = &rest[at + symbol.len()..];
            let is_whole = !after.starts_with(|it: char| it.is_ascii_digit());
            out.push_str(&rest[..at]);
            out.push_str(if is_whole { name } else { symbol });
            rest = after;
        }
        out.push_str(rest);
        text = out;
    }
    tidy(&text)
}

/// A condition for people.
pub(crate) fn told(
    product: &mut Product<'_>,
    term: TermId,
    names: &[(String, String)],
    cx: &mut Context<'_>,
) -> Result<Condition, Reason> {
    let kept = necessary(product, term, cx)?;
    Ok(match product.subject.numbers {
        Numbers::Machine => shown(product, term, &kept, names),
        Numbers::Integers => over_integers(product, term, &kept, names),
    })
}

/// Conjuncts of a condition of which none follows from the others.
fn necessary(
    product: &mut Product<'_>,
    term: TermId,
    cx: &mut Context<'_>,
) -> Result<Vec<TermId>, Reason> {
    let term = without_choices(product, term, cx)?;
    let term = choices::decided(product.steps.terms(), term);
    let named = product.steps.with_float_names(term);
    let mut all = certain(product, named, cx)?;
    all.extend(conjuncts(product.steps.terms(), named));
    let mut kept = settled(product.steps.terms(), all);
    for it in &mut kept {
        *it = neat(product.steps.terms(), *it, 0);
    }
    if kept.len() <= MANY {
        // The largest ones go first.
        let mut order: Vec<(usize, TermId)> =
            kept.iter().map(|it| (size(product.steps.terms(), *it), *it)).collect();
        order.sort_by_key(|it| std::cmp::Reverse(*it));
        for (_, candidate) in order {
            let mut question: Vec<TermId> =
                kept.iter().copied().filter(|it| *it != candidate).collect();
            question.push(product.steps.terms().not(candidate));
            if product.is_possible_quickly(&question, cx)? == Answer::Unsat {
                kept.retain(|it| *it != candidate);
            }
        }
    }
    if product.subject.concurrent.is_some() {
        // Which of several steps is taken is shown by the path.
        kept.retain(|it| !is_about_steps(product.steps.terms(), *it));
    }
    Ok(kept)
}

/// A condition for some of the choices that were made where the guards of several edges did not plainly exclude each other. Mostly they do exclude each other, and none matters.
fn without_choices(
    product: &mut Product<'_>,
    mut term: TermId,
    cx: &mut Context<'_>,
) -> Result<TermId, Reason> {
    let terms = product.steps.terms();
    let is_choice = |it: &TermId| match terms.node(*it) {
        Node::Variable(symbol) => terms.symbol(symbol).name.starts_with("branch!"),
        _ => false,
    };
    let choices: Vec<TermId> = terms.variables(term).into_iter().filter(is_choice).collect();
    for choice in choices {
        let terms = product.steps.terms();
        let truths = [terms.truth(true), terms.truth(false)];
        let [yes, no] =
            truths.map(|truth| terms.substitute(term, &FxHashMap::from_iter([(choice, truth)])));
        let differs = terms.xor(yes, no);
        let is_same = product.is_possible_quickly(&[differs], cx)? == Answer::Unsat;
        term = if is_same { yes } else { product.steps.terms().or(yes, no) };
    }
    Ok(term)
}

/// The conjuncts in C.
fn shown(
    product: &mut Product<'_>,
    term: TermId,
    kept: &[TermId],
    names: &[(String, String)],
) -> Condition {
    let inputs = product.subject.inputs.iter().enumerate();
    let naming = Known(inputs.map(|(place, it)| (it.name.as_str(), (place, it))).collect());
    let terms = product.steps.terms();
    let mut gathered =
        ranges::gathered(terms, kept, &|terms, it| naming.is_unsigned_number(terms, it));
    // As people tell it: first what is said about the first input alone.
    gathered.sort_by_key(|it| naming.last(terms, *it));
    let shown =
        gathered.iter().map(|it| cut(renamed(&terms.show_with(*it, &naming), names))).collect();
    Condition { conjuncts: shown, term, notes: Vec::new() }
}

/// The inputs by their names, with their places in the order of all.
struct Known<'a>(BTreeMap<&'a str, (usize, &'a ChartInput)>);

impl Known<'_> {
    fn find(&self, variable: &str) -> Option<(usize, &ChartInput)> {
        self.0.get(variable.split('!').next().unwrap_or(variable)).copied()
    }

    fn input(&self, variable: &str) -> Option<&ChartInput> {
        self.find(variable).map(|it| it.1)
    }

    /// The place of the last input that a term is about; what is asked for after the call comes after all others.
    fn last(&self, terms: &Terms, term: TermId) -> Option<(Asker, usize)> {
        let place = |it: TermId| match terms.node(it) {
            Node::Variable(symbol) => {
                self.find(&terms.symbol(symbol).name).map(|(place, it)| (it.asker, place))
            }
            _ => None,
        };
        terms.variables(term).into_iter().filter_map(place).max()
    }

    /// Whether C compares a number as an unsigned one.
    fn is_unsigned_number(&self, terms: &Terms, number: TermId) -> bool {
        let is_unsigned = |it: TermId| match terms.node(it) {
            Node::Variable(symbol) => self.is_unsigned(&terms.symbol(symbol).name),
            _ => false,
        };
        match terms.node(number) {
            Node::Variable(_) => is_unsigned(number),
            Node::Concat(..) | Node::ZeroExtend(..) => true,
            Node::Extract { low, .. } => low != 0,
            _ => {
                let is_wide = matches!(terms.sort(number), Sort::BitVec(32..));
                is_wide && terms.variables(number).into_iter().any(is_unsigned)
            }
        }
    }
}

impl Naming for Known<'_> {
    fn is_unsigned(&self, variable: &str) -> bool {
        self.input(variable).is_some_and(|it| it.kind == InputKind::Unsigned)
    }

    fn constant(&self, variable: &str, number: i128) -> Option<String> {
        self.input(variable)?.constants.name(number)
    }
}

/// The condition over integers, without the values that stubs leave open.
fn over_integers(
    product: &mut Product<'_>,
    term: TermId,
    kept: &[TermId],
    names: &[(String, String)],
) -> Condition {
    let inputs = product.subject.inputs;
    let terms: &mut Terms = product.steps.terms();
    let mut hidden = BTreeSet::new();
    let mut kept = kept.to_vec();
    for variable in terms.variables(term) {
        let Node::Variable(symbol) = terms.node(variable) else { continue };
        let name = &terms.symbol(symbol).name;
        let name = name.split('!').next().unwrap_or(name);
        let input = inputs.iter().find(|it| it.asker == Asker::Stub && it.name == name);
        let Some(input) = input else { continue };
        hidden.insert(variable);
        if let (InputKind::Unsigned, Sort::BitVec(width)) = (input.kind, terms.sort(variable)) {
            let zero = terms.number(0, width);
            kept.push(terms.sle(zero, variable));
        }
    }
    let integers = Integers::of(terms, &kept).without(terms, &hidden).minimal();
    let mut notes = Vec::new();
    for kept in &integers.kept {
        let name = renamed(&terms.show(*kept), names);
        notes.push(format!("`{name}` is not eliminated: what it stands in is not linear"));
    }
    let conjuncts = integers.text(&|it| renamed(&terms.show(it), names));
    Condition { conjuncts, term, notes }
}

/// Whether a term is about arbitrary numbers that have no name: those that decide between steps.
fn is_about_steps(terms: &Terms, term: TermId) -> bool {
    let variables = terms.variables(term);
    let is_nameless = |it: &TermId| match terms.node(*it) {
        Node::Variable(name) => terms.symbol(name).name.starts_with("any!"),
        _ => false,
    };
    !variables.is_empty() && variables.iter().all(is_nameless)
}

/// Truth values that a condition decides: whether pointers are null, say, and what choices depend on.
fn certain(
    product: &mut Product<'_>,
    term: TermId,
    cx: &mut Context<'_>,
) -> Result<Vec<TermId>, Reason> {
    let variables = product.steps.terms().variables(term);
    let terms = product.steps.terms();
    let is_truth = |it: &TermId| terms.sort(*it) == Sort::Bool;
    let mut truths: Vec<TermId> = variables.into_iter().filter(is_truth).take(FEW).collect();
    // Pointers come before those that they lead to.
    let length = |it: &TermId| match terms.node(*it) {
        Node::Variable(symbol) => terms.symbol(symbol).name.matches(['>', '[', '*']).count(),
        _ => 0,
    };
    truths.sort_by_key(length);
    if product.subject.numbers == Numbers::Machine {
        let mut choices: Vec<TermId> = Vec::new();
        for part in terms.subterms(&[term]) {
            if let Node::Ite(condition, ..) = terms.node(part)
                && choices.len() < FEW
                && !truths.contains(&condition)
                && !choices.contains(&condition)
            {
                choices.push(condition);
            }
        }
        truths.extend(choices);
    }
    let mut found = Vec::new();
    for truth in truths {
        let not = product.steps.terms().not(truth);
        if product.is_possible_quickly(&[term, not], cx)? == Answer::Unsat {
            found.push(truth);
        } else if product.is_possible_quickly(&[term, truth], cx)? == Answer::Unsat {
            found.push(not);
        }
    }
    Ok(found)
}

fn cut(text: String) -> String {
    let text = unwrapped(text);
    match text.char_indices().nth(LONG) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text,
    }
}

/// A text without parentheses around all of it.
fn unwrapped(text: String) -> String {
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let mut depth = 1_u32;
    let is_whole = inner.is_some_and(|inner| {
        inner.chars().all(|it| {
            match it {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            0 < depth
        })
    });
    match inner {
        Some(inner) if is_whole => inner.to_owned(),
        _ => text,
    }
}

/// Conjuncts in which everything that the others say outright is put in: each is read where the others hold.
fn settled(terms: &mut Terms, mut all: Vec<TermId>) -> Vec<TermId> {
    for _ in 0..3 {
        let before = all.clone();
        for at in 0..all.len() {
            let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
            for (other, &fact) in all.iter().enumerate() {
                if other != at && fact != all[at] {
                    note(terms, fact, &mut known);
                }
            }
            all[at] = terms.substitute(all[at], &known);
        }
        all = all.into_iter().flat_map(|it| conjuncts(terms, it)).collect();
        let mut seen = BTreeSet::new();
        all.retain(|it| seen.insert(*it));
        if all == before {
            break;
        }
    }
    all
}

/// A disjunction in which each part is read where the others do not hold, and none stands twice.
fn neat(terms: &mut Terms, term: TermId, depth: u32) -> TermId {
    let Node::Not(inner) = terms.node(term) else { return term };
    let is_disjunction = matches!(terms.node(inner), Node::And(..));
    if !is_disjunction || DEEP < depth || MANY < size(terms, inner) {
        return term;
    }
    let parts = conjuncts(terms, inner);
    let mut all = terms.truth(true);
    for part in settled(terms, parts) {
        let part = neat(terms, part, depth + 1);
        all = terms.and(all, part);
    }
    terms.not(all)
}

/// What a fact says outright: that it holds itself, and that its negation does not.
fn note(terms: &mut Terms, fact: TermId, known: &mut FxHashMap<TermId, TermId>) {
    let (yes, no) = (terms.truth(true), terms.truth(false));
    known.insert(fact, yes);
    let not = terms.not(fact);
    known.insert(not, no);
    if let Node::Eq(a, b) = terms.node(fact)
        && matches!(terms.node(a), Node::Variable(_))
        && terms.as_bits(b).is_some()
    {
        known.insert(a, b);
    }
}

/// The conjuncts of a term, in order of their making.
fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match terms.node(term) {
            Node::And(a, b) => open.extend([b, a]),
            Node::Bool(true) => {}
            _ => found.push(term),
        }
    }
    found.dedup();
    found
}

/// How many different terms a term is made of.
fn size(terms: &Terms, term: TermId) -> usize {
    let mut seen = BTreeSet::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if seen.insert(term) && seen.len() < 1000 {
            open.extend(terms.node(term).operands());
        }
    }
    seen.len()
}

/// Variables have numbers after an exclamation mark: the first one of a name needs none.
pub(crate) fn tidy(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('!') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let digits = after[1..].bytes().take_while(u8::is_ascii_digit).count();
        match &after[1..1 + digits] {
            "" => out.push('!'),
            "1" => {}
            number => {
                out.push('#');
                out.push_str(number);
            }
        }
        rest = &after[1 + digits..];
    }
    out.push_str(rest);
    out
}
