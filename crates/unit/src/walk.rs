//! The walk through a flow chart, node by node.

use tribunal_engine::{Context, Reason};

use crate::chart::Subject;
use crate::condition::{self, Condition};
use crate::evidence::Path;
use crate::monitor::Query;
use crate::product::{Fate, Merging, Place, Product};
use crate::search::{Numbers, Told, tell};

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
        Ok(Self { product, stack: vec![Visit { place, next: None, refused: Vec::new() }] })
    }

    /// The numbers of the nodes passed so far.
    #[must_use]
    pub fn nodes(&self) -> Vec<u32> {
        self.stack.last().map(|it| Product::nodes(&it.place)).unwrap_or_default()
    }

    /// What can come next and was not refused, with the numbers by which it is taken.
    pub fn choices(&mut self, cx: &mut Context<'_>) -> Result<Vec<(usize, Next)>, Reason> {
        let Some(visit) = self.stack.last_mut() else { return Ok(Vec::new()) };
        if visit.next.is_none() {
            let stepped = self.product.step(&visit.place, cx)?;
            visit.next =
                Some(stepped.successors.into_iter().map(|it| (it.place, it.fate)).collect());
        }
        let mut choices = Vec::new();
        for (number, (place, fate)) in visit.next.iter().flatten().enumerate() {
            if !visit.refused.contains(&number) {
                let term = self.product.condition(place);
                let condition = condition::simplify(
                    self.product.subject,
                    &mut self.product.steps,
                    term,
                    &[],
                    cx,
                )?;
                let node = place.trail.as_ref().map_or(0, |it| it.node);
                let process = place.turns.as_ref().zip(place.trail.as_ref()).map(|it| it.1.process);
                let wanted = *fate == Fate::Wanted;
                choices.push((number, Next { node, process, condition, wanted }));
            }
        }
        Ok(choices)
    }

    /// Goes on by a choice; whether there is one of this number.
    pub fn take(&mut self, number: usize) -> bool {
        let next =
            self.stack.last().and_then(|it| it.next.as_ref()?.get(number)).map(|it| it.0.clone());
        match next {
            Some(place) => {
                self.stack.push(Visit { place, next: None, refused: Vec::new() });
                true
            }
            None => false,
        }
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
        if can {
            self.stack.pop();
        }
        can
    }

    /// The path walked so far, with values that drive it; `None` if it has no nodes or its run takes another way.
    pub fn path(&mut self, cx: &mut Context<'_>) -> Result<Option<Path>, Reason> {
        match self.stack.last() {
            Some(visit) if visit.place.trail.is_some() => {
                let place = visit.place.clone();
                Ok(match tell(&mut self.product, &place, Numbers::Machine, cx)? {
                    Told::Path(path) => Some(*path),
                    Told::Elsewhere | Told::Never => None,
                })
            }
            _ => Ok(None),
        }
    }
}
