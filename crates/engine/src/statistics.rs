//! What a run cost: what every engine tells in the same words, and figures of an engine's own.

use std::sync::Arc;

/// What a run cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// States stored.
    pub states: u64,
    /// Steps between stored states.
    pub transitions: u64,
    /// The longest run explored.
    pub depth: u64,
    /// The largest memory in use.
    pub memory_bytes: u64,
    /// The memory of the states that are stored, with all tables.
    pub table_bytes: u64,
    /// How many threads searched.
    pub threads: u64,
    /// Dead ends that a solver ran into.
    pub conflicts: u64,
    /// How states are stored, in one word.
    pub storage: &'static str,
    /// What this engine tells besides.
    pub own: Option<Arc<dyn Figures>>,
}

/// What an engine tells of its work, in a type of its own.
pub trait Figures: std::fmt::Debug + Send + Sync {
    /// The figures, each under another name.
    fn figures(&self) -> Vec<Figure>;
}

impl PartialEq for dyn Figures {
    fn eq(&self, other: &Self) -> bool {
        self.figures() == other.figures()
    }
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// What it is, as reports name it.
    pub name: &'static str,
    /// How much.
    pub value: Quantity,
}

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// So many things.
    Count(u64),
    /// So many bytes.
    Bytes(u64),
    /// A part of the whole, from 0 to 1.
    Share(f64),
}

impl Statistics {
    /// A figure of the engine's own.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<Quantity> {
        let figures = self.own.as_ref()?.figures();
        figures.into_iter().find(|it| it.name == name).map(|it| it.value)
    }

    /// A count or a number of bytes among them; 0 if there is none.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        match self.figure(name) {
            Some(Quantity::Count(count) | Quantity::Bytes(count)) => count,
            Some(Quantity::Share(_)) | None => 0,
        }
    }

    /// A share among them.
    #[must_use]
    pub fn share(&self, name: &str) -> Option<f64> {
        match self.figure(name) {
            Some(Quantity::Share(share)) => Some(share),
            Some(Quantity::Count(_) | Quantity::Bytes(_)) | None => None,
        }
    }
}
