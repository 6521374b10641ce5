//! Which names are types (C11 §6.2.1): all that parsing C needs to know about declarations.

use tribunal_base::Id;
use tribunal_preprocess::Symbol;

/// The scopes that are open, as the current meaning of each name and a log to take changes back.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    /// By symbol: whether the name means a type now.
    is_type: Vec<bool>,
    /// The names declared in the open scopes, with what they meant before.
    log: Vec<(Symbol, bool)>,
    /// Where in the log each open scope starts.
    starts: Vec<usize>,
}

/// What a declared name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Type,
    Value,
}

impl Scopes {
    pub(crate) fn is_type(&self, name: Symbol) -> bool {
        self.is_type.get(name.index()).copied().unwrap_or(false)
    }

    pub(crate) fn declare(&mut self, name: Symbol, meaning: Meaning) {
        let index = name.index();
        let is_type = meaning == Meaning::Type;
        if self.is_type(name) == is_type {
            return;
        }
        if self.is_type.len() <= index {
            self.is_type.resize(index + 1, false);
        }
        if !self.starts.is_empty() {
            self.log.push((name, self.is_type[index]));
        }
        self.is_type[index] = is_type;
    }

    pub(crate) fn open(&mut self) {
        self.starts.push(self.log.len());
    }

    pub(crate) fn close(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        for (name, before) in self.log.drain(start..).rev() {
            self.is_type[name.index()] = before;
        }
    }
}
