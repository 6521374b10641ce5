//! Multisets of keywords that name a type (C11 §6.7.2 p. 2).

use crate::ast::{BasicType, FloatType, Signedness};
use crate::lexer::Kind;

/// The type words of some specifiers so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TypeWords {
    /// What is not one of the modifiers below.
    base: Option<Base>,
    signedness: Option<Signedness>,
    short: bool,
    longs: u8,
    complex: bool,
    any: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Void,
    Bool,
    Char,
    Int,
    Int128,
    Float(FloatType),
    VaList,
}

impl TypeWords {
    pub(super) fn is_empty(&self) -> bool {
        !self.any
    }

    /// Whether the token is a type word at all.
    pub(super) fn is_word(kind: Kind) -> bool {
        Self::default().add(kind).is_some()
    }

    /// Adds a word. `None` if it is none; `Some(Err(()))` if it does not go with the others.
    pub(super) fn add(&mut self, kind: Kind) -> Option<Result<(), ()>> {
        let base = match kind {
            Kind::Signed => return Some(self.signed(Signedness::Signed)),
            Kind::Unsigned => return Some(self.signed(Signedness::Unsigned)),
            Kind::Short => return Some(self.modify(|it| !std::mem::replace(&mut it.short, true))),
            Kind::Long => {
                return Some(self.modify(|it| {
                    it.longs += 1;
                    it.longs <= 2
                }));
            }
            Kind::Complex => {
                return Some(self.modify(|it| !std::mem::replace(&mut it.complex, true)));
            }
            Kind::Void => Base::Void,
            Kind::Bool => Base::Bool,
            Kind::Char => Base::Char,
            Kind::Int => Base::Int,
            Kind::Int128 => Base::Int128,
            Kind::Uint128 => {
                return Some(
                    self.signed(Signedness::Unsigned).and_then(|()| self.base(Base::Int128)),
                );
            }
            Kind::Float => Base::Float(FloatType::Float),
            Kind::Double => Base::Float(FloatType::Double),
            Kind::Float16 => Base::Float(FloatType::Float16),
            Kind::Float32 => Base::Float(FloatType::Float32),
            Kind::Float64 => Base::Float(FloatType::Float64),
            Kind::Float128 => Base::Float(FloatType::Float128),
            Kind::Float32x => Base::Float(FloatType::Float32x),
            Kind::Float64x => Base::Float(FloatType::Float64x),
            Kind::VaList => Base::VaList,
            _ => return None,
        };
        Some(self.base(base))
    }

    fn base(&mut self, base: Base) -> Result<(), ()> {
        self.modify(|it| it.base.replace(base).is_none())
    }

    fn signed(&mut self, sign: Signedness) -> Result<(), ()> {
        self.modify(|it| it.signedness.replace(sign).is_none())
    }

    fn modify(&mut self, change: impl FnOnce(&mut Self) -> bool) -> Result<(), ()> {
        self.any = true;
        if change(self) { Ok(()) } else { Err(()) }
    }

    /// The sign, if nothing else is written.
    pub(super) fn sign(&self) -> Option<Signedness> {
        let is_alone = self.base.is_none() && !self.short && self.longs == 0 && !self.complex;
        is_alone.then(|| self.signedness.unwrap_or(Signedness::Signed))
    }

    /// The type that the words name together.
    pub(super) fn resolve(&self) -> Option<BasicType> {
        let sign = self.signedness.unwrap_or(Signedness::Signed);
        let plain = self.signedness.is_none() && !self.short && self.longs == 0;
        if self.complex {
            return match (self.base, self.longs) {
                _ if self.signedness.is_some() || self.short => None,
                (None, 0) => Some(BasicType::Complex(FloatType::Double)),
                (Some(Base::Float(FloatType::Double)), 1) => {
                    Some(BasicType::Complex(FloatType::LongDouble))
                }
                (Some(Base::Float(float)), 0) => Some(BasicType::Complex(float)),
                _ => None,
            };
        }
        match (self.base, self.short, self.longs) {
            (Some(Base::Void), ..) if plain => Some(BasicType::Void),
            (Some(Base::Bool), ..) if plain => Some(BasicType::Bool),
            (Some(Base::VaList), ..) if plain => Some(BasicType::VaList),
            (Some(Base::Char), false, 0) => Some(BasicType::Char(self.signedness)),
            (None | Some(Base::Int), true, 0) => Some(BasicType::Short(sign)),
            (None | Some(Base::Int), false, 0) => Some(BasicType::Int(sign)),
            (None | Some(Base::Int), false, 1) => Some(BasicType::Long(sign)),
            (None | Some(Base::Int), false, 2) => Some(BasicType::LongLong(sign)),
            (Some(Base::Int128), false, 0) => Some(BasicType::Int128(sign)),
            (Some(Base::Float(FloatType::Double)), false, 1) if self.signedness.is_none() => {
                Some(BasicType::Float(FloatType::LongDouble))
            }
            (Some(Base::Float(float)), ..) if plain => Some(BasicType::Float(float)),
            _ => None,
        }
    }
}
