//! Who decides where a program leaves a value open.

use tribunal_engine::Chosen;
use tribunal_ir::{IntShape, PlaceId};

/// Chooses values. Whatever it answers is wrapped to what is asked for.
pub trait Oracle {
    /// What an `Action::Havoc` stores in a scalar of this shape.
    fn value(&mut self, shape: IntShape) -> i128;

    /// The same, for those who care where it is stored.
    fn value_for(&mut self, _: PlaceId, shape: IntShape) -> i128 {
        self.value(shape)
    }

    /// What a new object of arbitrary content and this size holds where it is not 0.
    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)>;
}

/// Chooses 0 everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zeros;

impl Oracle for Zeros {
    fn value(&mut self, _: IntShape) -> i128 {
        0
    }

    fn bytes(&mut self, _: u64) -> Vec<(u64, u8)> {
        Vec::new()
    }
}

/// Chooses what a trace says, then 0.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    rest: &'a [Chosen],
}

impl<'a> Script<'a> {
    /// Follows the choices.
    #[must_use]
    pub fn new(choices: &'a [Chosen]) -> Self {
        Self { rest: choices }
    }

    fn next(&mut self) -> Option<&'a Chosen> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}

impl Oracle for Script<'_> {
    fn value(&mut self, _: IntShape) -> i128 {
        match self.next() {
            Some(Chosen::Value(value)) => *value,
            Some(Chosen::Bytes(_)) | None => 0,
        }
    }

    fn bytes(&mut self, _: u64) -> Vec<(u64, u8)> {
        match self.next() {
            Some(Chosen::Bytes(bytes)) => bytes.clone(),
            Some(Chosen::Value(_)) | None => Vec::new(),
        }
    }
}
