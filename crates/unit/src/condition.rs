//! Path conditions for people: in terms of the inputs, in C, nothing twice.

use tribunal_engine::{Context, Reason};
use tribunal_engine_symbolic::steps::Steps;
use tribunal_solver::{Answer, Node, TermId, Terms};

/// A condition, as conjuncts of which none follows from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The conjuncts in C; none if the condition always holds.
    pub conjuncts: Vec<String>,
    /// The condition as it was found.
    pub term: TermId,
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
                    if it.contains("||") || it.contains('?') {
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

/// Simplifies a condition.
pub(crate) fn simplify(
    steps: &mut Steps<'_>,
    term: TermId,
    cx: &mut Context<'_>,
) -> Result<Condition, Reason> {
    let mut kept = conjuncts(steps.terms(), term);
    if kept.len() <= MANY {
        // The largest ones go first.
        let mut order: Vec<(usize, TermId)> =
            kept.iter().map(|it| (size(steps.terms(), *it), *it)).collect();
        order.sort_by_key(|it| std::cmp::Reverse(*it));
        for (_, candidate) in order {
            let mut question: Vec<TermId> =
                kept.iter().copied().filter(|it| *it != candidate).collect();
            question.push(steps.terms().not(candidate));
            if steps.is_possible_quickly(&question, cx)? == Answer::Unsat {
                kept.retain(|it| *it != candidate);
            }
        }
    }
    let shown = kept.iter().map(|it| tidy(&steps.terms().show(*it))).collect();
    Ok(Condition { conjuncts: shown, term })
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
    let mut seen = std::collections::BTreeSet::new();
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
