//! What a search tells of its work.

use std::sync::Arc;
use tribunal_engine::{Figure, Figures, Omission, Quantity};

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Statistics {
    /// States stored.
    pub(crate) states: u64,
    /// Steps between stored states.
    pub(crate) transitions: u64,
    /// Steps that end inside an atomic sequence.
    pub(crate) atomic_steps: u64,
    /// The longest run explored.
    pub(crate) depth: u64,
    /// The largest memory in use.
    pub(crate) memory_bytes: u64,
    /// The size of one state before it is stored.
    pub(crate) state_bytes: u64,
    /// The memory of the states that are stored, with all tables.
    pub(crate) table_bytes: u64,
    /// How many threads searched.
    pub(crate) threads: u64,
    /// How states are stored, in one word.
    pub(crate) storage: &'static str,
    /// Whether steps were left out because they commute with others.
    pub(crate) partial_order: bool,
    /// After how many states that was given up, since it did not pay.
    pub(crate) partial_order_until: Option<u64>,
    /// How much the search is expected to have missed, if it is approximate.
    pub(crate) omission: Option<Omission>,
    /// How the search was shared out, if it was distributed.
    pub(crate) distribution: Option<Distribution>,
}

/// How a distributed search was shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Distribution {
    /// The number of this process.
    pub(crate) process: u64,
    /// How many processes searched.
    pub(crate) processes: u64,
    /// The states that this process stored.
    pub(crate) own_states: u64,
    /// Steps from a state of one worker to a state of another.
    pub(crate) crossings: u64,
    /// What all processes sent to each other during the search.
    pub(crate) bytes: u64,
    /// How often all workers waited for each other.
    pub(crate) rounds: u64,
}

impl Statistics {
    /// Those of two searches, one after the other, of which each omits other states.
    pub(crate) fn then(self, next: Self) -> Self {
        let both = |(one, other): (Omission, Omission)| Omission(one.0 * other.0);
        Self {
            states: self.states + next.states,
            transitions: self.transitions + next.transitions,
            atomic_steps: self.atomic_steps + next.atomic_steps,
            depth: self.depth.max(next.depth),
            memory_bytes: self.memory_bytes.max(next.memory_bytes),
            table_bytes: self.table_bytes.max(next.table_bytes),
            omission: self.omission.zip(next.omission).map(both),
            ..self
        }
    }
}

impl Figures for Statistics {
    fn figures(&self) -> Vec<Figure> {
        let mut figures = vec![
            Figure { name: "atomic_steps", value: Quantity::Count(self.atomic_steps) },
            Figure { name: "state_bytes", value: Quantity::Bytes(self.state_bytes) },
            Figure { name: "partial_order", value: Quantity::Count(self.partial_order.into()) },
        ];
        if let Some(states) = self.partial_order_until {
            let value = Quantity::Count(states);
            figures.push(Figure { name: "partial_order_until", value });
        }
        if let Some(omission) = self.omission {
            figures.push(Figure { name: "coverage", value: Quantity::Share(1.0 - omission.0) });
        }
        if let Some(it) = self.distribution {
            let counts = [
                ("process", it.process),
                ("processes", it.processes),
                ("own_states", it.own_states),
                ("crossings", it.crossings),
                ("rounds", it.rounds),
            ];
            let counts = counts.map(|(name, it)| Figure { name, value: Quantity::Count(it) });
            figures.extend(counts);
            figures.push(Figure { name: "bytes", value: Quantity::Bytes(it.bytes) });
        }
        figures
    }
}

impl From<Statistics> for tribunal_engine::Statistics {
    fn from(it: Statistics) -> Self {
        Self {
            states: it.states,
            transitions: it.transitions,
            depth: it.depth,
            memory_bytes: it.memory_bytes,
            table_bytes: it.table_bytes,
            threads: it.threads,
            storage: it.storage,
            queries: 0,
            clauses: 0,
            conflicts: 0,
            steps: 0,
            own: Some(Arc::new(it)),
        }
    }
}
