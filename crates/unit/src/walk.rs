//! The walk through a flow chart, node by node.

use std::collections::BTreeMap;

use tribunal_engine::{Context, Reason};
use tribunal_solver::{Answer, TermId};

use crate::chart::Subject;
use crate::condition::{self, Condition};
use crate::evidence::{self, Path};
use crate::monitor::Query;
use crate::product::{Fate, Merging, Place, Product};
use crate::search::{Told, tell};

/// A walk.
pub struct Walk<'p> {
    product: Product<'p>,
    /// The places passed, each with what comes next there.
    stack: Vec<Visit>,
}

struct Visit {
    place: Place,
    next: Option<Vec<(Place, Fate)>>,
    refused: Vec<usize>,
    /// What was seen behind choices that were taken back, by number. No step is made twice: it would ask for its values twice, and a run would be given both.
    seen: BTreeMap<usize, Visit>,
    /// By which choice it was come to.
    by: usize,
}

impl Visit {
    fn new(place: Place, by: usize) -> Self {
        Self { place, next: None, refused: Vec::new(), seen: BTreeMap::new(), by }
    }
}

/// A node that can come next.
#[derive(Clone, Debug)]
pub struct Next {
    /// Its number.
    pub node: u32,
    /// The process that comes to it, if several functions run concurrently.
    pub process: Option<u32>,
    /// The condition of the path up to there.
    pub condition: Condition,
    /// Whether the path satisfies the query there.
    pub wanted: bool,
}

impl<'p> Walk<'p> {
    /// A walk that is before the first node; the error says what is not supported.
    pub fn new(subject: Subject<'p>, query: Query) -> Result<Self, String> {
        let mut product = Product::new(subject, query, Merging::Never)?;
        let place = product.start();
        Ok(Self { product, stack: vec![Visit::new(place, 0)] })
    }

    /// The numbers of the nodes passed so far.
    #[must_use]
    pub fn nodes(&self) -> Vec<u32> {
        self.stack.last().map(|it| Product::nodes(&it.place)).unwrap_or_default()
    }

    /// What can come next and was not refused, with the numbers by which it is taken.
    pub fn choices(&mut self, cx: &mut Context<'_>) -> Result<Vec<(usize, Next)>, Reason> {
        self.look(cx)?;
        let Some(visit) = self.stack.last_mut() else { return Ok(Vec::new()) };
        let mut choices = Vec::new();
        for (number, (place, fate)) in visit.next.iter().flatten().enumerate() {
            if !visit.refused.contains(&number) {
                let term = self.product.condition(place);
                let names = names(&mut self.product, term, cx)?;
                let condition = condition::told(&mut self.product, term, &names, cx)?;
                let node = place.trail.as_ref().map_or(0, |it| it.node);
                let process =
                    place.positions.as_ref().zip(place.trail.as_ref()).map(|it| it.1.process);
                let wanted = *fate == Fate::Wanted;
                choices.push((number, Next { node, process, condition, wanted }));
            }
        }
        Ok(choices)
    }

    /// Goes on to a node; whether it can come next.
    pub fn follow(&mut self, node: u32, cx: &mut Context<'_>) -> Result<bool, Reason> {
        self.look(cx)?;
        let next = self.stack.last().and_then(|it| it.next.as_ref()).into_iter().flatten();
        let mut nodes = next.map(|(place, _)| place.trail.as_ref().map_or(0, |it| it.node));
        Ok(match nodes.position(|it| it == node) {
            Some(number) => self.take(number),
            None => false,
        })
    }

    /// Makes the steps to what comes next.
    fn look(&mut self, cx: &mut Context<'_>) -> Result<(), Reason> {
        let Some(visit) = self.stack.last_mut() else { return Ok(()) };
        if visit.next.is_none() {
            let stepped = self.product.step(&visit.place, cx)?;
            visit.next =
                Some(stepped.successors.into_iter().map(|it| (it.place, it.fate)).collect());
        }
        Ok(())
    }

    /// Goes on by a choice; whether there is one of this number.
    pub fn take(&mut self, number: usize) -> bool {
        let Some(visit) = self.stack.last_mut() else { return false };
        let again = visit.seen.remove(&number);
        let place = visit.next.as_ref().and_then(|it| it.get(number)).map(|it| it.0.clone());
        let next = again.or_else(|| Some(Visit::new(place?, number)));
        let is_there = next.is_some();
        self.stack.extend(next);
        is_there
    }

    /// Does not offer a choice any more here.
    pub fn refuse(&mut self, number: usize) {
        if let Some(visit) = self.stack.last_mut() {
            visit.refused.push(number);
        }
    }

    /// Goes back by one node; whether there is one.
    pub fn back(&mut self) -> bool {
        let can = 1 < self.stack.len();
        if can
            && let Some(left) = self.stack.pop()
            && let Some(visit) = self.stack.last_mut()
        {
            visit.seen.insert(left.by, left);
        }
        can
    }

    /// The path walked so far, with values that drive it; `None` if it has no nodes or its run takes another way.
    pub fn path(&mut self, cx: &mut Context<'_>) -> Result<Option<Path>, Reason> {
        match self.stack.last() {
            Some(visit) if visit.place.trail.is_some() => {
                let place = visit.place.clone();
                Ok(match tell(&mut self.product, &place, cx)? {
                    Told::Path(path) => Some(*path),
                    Told::Elsewhere | Told::Never => None,
                })
            }
            _ => Ok(None),
        }
    }
}

/// What variables are called on the path of a condition.
fn names(
    product: &mut Product<'_>,
    condition: TermId,
    cx: &mut Context<'_>,
) -> Result<Vec<(String, String)>, Reason> {
    if product.is_possible_quickly(&[condition], cx)? != Answer::Sat {
        return Ok(Vec::new());
    }
    let mut model = product.steps.model();
    let inputs = evidence::inputs(product.subject, &mut product.steps, &mut model);
    Ok(condition::names(product.steps.terms(), &inputs))
}
