//! Relations between variables (`tribunal_engine::fact`) as terms, and on samples.

use crate::machine::{Case, Kind, Machine};
use crate::state::value::{Value, to_bits};
use crate::state::{Frame, State};
use std::collections::BTreeMap;
use tribunal_engine::{Relation, Sum};
use tribunal_ir::{IntShape, Program, Scope, Ty, VarId};
use tribunal_solver::{Bits, TermId};

/// Values of variables at one point of one run.
pub(crate) type Sample = BTreeMap<VarId, i128>;

/// Something that variables have values in.
pub(crate) trait Valuation {
    /// The value of a variable, if it has one here.
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value>;

    /// The shape of the numbers that a variable holds, if it holds numbers.
    fn shape(&self, machine: &Machine<'_>, var: VarId) -> Option<IntShape> {
        number_shape(machine.program, var)
    }
}

/// The variables of the function that runs, and the global ones.
impl Valuation for State {
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        value(machine, self, self.top(), var)
    }
}

/// The shape of the numbers that a variable holds, if it holds numbers.
pub(crate) fn number_shape(program: &Program, var: VarId) -> Option<IntShape> {
    if is_number(program, var) { program.shape(program.vars[var].ty) } else { None }
}

/// Sums that need more bits are not looked at.
const WIDEST: u32 = 160;

/// The value that a variable has in a state, for a function that has started.
pub(crate) fn value(
    machine: &Machine<'_>,
    state: &State,
    frame: &Frame,
    var: VarId,
) -> Option<Value> {
    let slot = machine.layout.slot(var);
    match machine.program.vars[var].scope {
        Scope::Global => state.globals.get(slot).copied(),
        Scope::Local(process) if process == frame.process => frame.locals.get(slot).copied(),
        Scope::Local(_) => None,
    }
}

/// Whether a variable holds a number.
pub(crate) fn is_number(program: &Program, var: VarId) -> bool {
    matches!(program.tys[program.vars[var].ty], Ty::Bool | Ty::Int(_))
}

/// Whether a relation holds of a sample; `None` if it says nothing of a variable in it, or too large a number.
pub(crate) fn holds(relation: &Relation, sample: &Sample) -> Option<bool> {
    match relation {
        Relation::AtMostZero(sum) => Some(evaluate(sum, sample)? <= 0),
        Relation::Zero(sum) => Some(evaluate(sum, sample)? == 0),
        Relation::Multiple { of, sum } => Some(evaluate(sum, sample)?.checked_rem(*of)? == 0),
        Relation::Vanishes { bits, products } => {
            let mut total = 0_u128;
            for (factor, vars) in products {
                let mut product = factor.cast_unsigned();
                for var in vars {
                    product = product.wrapping_mul(sample.get(var)?.cast_unsigned());
                }
                total = total.wrapping_add(product);
            }
            Some(total.trailing_zeros() >= *bits)
        }
        Relation::NotNull(_) => None,
        Relation::Any(all) => {
            let each: Option<Vec<bool>> = all.iter().map(|it| holds(it, sample)).collect();
            Some(each?.contains(&true))
        }
    }
}

fn evaluate(sum: &Sum, sample: &Sample) -> Option<i128> {
    sum.terms.iter().try_fold(sum.constant, |so_far, (factor, var)| {
        so_far.checked_add(factor.checked_mul(*sample.get(var)?)?)
    })
}

impl Machine<'_> {
    /// A relation between variables, as a Bool; `None` if it cannot be said.
    pub(crate) fn relation(&mut self, at: &impl Valuation, relation: &Relation) -> Option<TermId> {
        match relation {
            Relation::AtMostZero(sum) => {
                let (left, right) = self.sides(at, sum)?;
                Some(self.terms.sle(left, right))
            }
            Relation::Zero(sum) => {
                let (left, right) = self.sides(at, sum)?;
                Some(self.terms.eq(left, right))
            }
            Relation::Multiple { of, sum } => {
                // Of powers of two the lowest bits tell.
                let bits = u128::try_from(*of).ok().filter(|it| it.is_power_of_two())?.ilog2();
                let summands = sum.terms.iter().map(|(factor, var)| (*factor, vec![*var]));
                let products: Vec<_> = summands.chain([(sum.constant, Vec::new())]).collect();
                self.vanishes(at, bits.max(1), &products)
            }
            Relation::Vanishes { bits, products } => self.vanishes(at, *bits, products),
            Relation::NotNull(var) => match at.value(self, *var)? {
                Value::Pointer(pointer) => {
                    let cases = self.cases(pointer);
                    let is_wild = |it: &Case| matches!(self.objects[it.object].kind, Kind::Wild(_));
                    if cases.iter().any(is_wild) {
                        return None; // It is a number that may be 0.
                    }
                    let object = self.terms.is_nonzero(pointer.object);
                    let offset = self.terms.is_nonzero(pointer.offset);
                    Some(self.terms.or(object, offset))
                }
                Value::Term(_) => None,
            },
            Relation::Any(all) => {
                let each: Option<Vec<TermId>> =
                    all.iter().map(|it| self.relation(at, it)).collect();
                Some(self.terms.any(each?))
            }
        }
    }

    /// Whether a sum of products is a multiple of a power of two.
    fn vanishes(
        &mut self,
        at: &impl Valuation,
        bits: u32,
        products: &[(i128, Vec<VarId>)],
    ) -> Option<TermId> {
        let mut total = self.terms.bits(Bits::zero(bits));
        for (factor, vars) in products {
            let mut product = self.terms.bits(Bits::signed(*factor, bits));
            for var in vars {
                let number = self.wide(at, *var, bits)?;
                product = self.terms.mul(product, number);
            }
            total = self.terms.add(total, product);
        }
        Some(self.terms.is_zero(total))
    }

    /// What is added and what is taken away, as signed numbers of one width that is enough for both.
    fn sides(&mut self, at: &impl Valuation, sum: &Sum) -> Option<(TermId, TermId)> {
        let mut width = bits_of(sum.constant);
        let mut carries = 1;
        for (factor, var) in &sum.terms {
            let shape = at.shape(self, *var)?;
            width = width.max(u32::from(shape.bits) + bits_of(*factor));
            carries += 1;
        }
        let width = width + 32_u32.saturating_sub(u32::leading_zeros(carries)) + 1;
        if WIDEST < width {
            return None;
        }
        let zero = self.terms.bits(Bits::signed(0, width));
        let (mut left, mut right) = (zero, zero);
        for (factor, var) in &sum.terms {
            let number = self.wide(at, *var, width)?;
            let size = i128::try_from(factor.unsigned_abs()).ok()?;
            let size = self.terms.bits(Bits::signed(size, width));
            let product = self.terms.mul(size, number);
            let side = if 0 < *factor { &mut left } else { &mut right };
            *side = self.terms.add(*side, product);
        }
        let (side, constant) = if 0 < sum.constant {
            (&mut left, sum.constant)
        } else {
            (&mut right, sum.constant.checked_neg()?)
        };
        let constant = self.terms.bits(Bits::signed(constant, width));
        *side = self.terms.add(*side, constant);
        Some((left, right))
    }

    /// The number in a variable, in so many bits.
    fn wide(&mut self, at: &impl Valuation, var: VarId, width: u32) -> Option<TermId> {
        let shape = at.shape(self, var)?;
        let Value::Term(term) = at.value(self, var)? else { return None };
        let bits = to_bits(&mut self.terms, term);
        Some(match shape.signed {
            true => self.terms.sign_resize(bits, width),
            false => self.terms.zero_resize(bits, width),
        })
    }
}

/// How many bits a number takes, with its sign.
fn bits_of(number: i128) -> u32 {
    129 - number.unsigned_abs().leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::{Sample, bits_of, holds};
    use tribunal_base::Id;
    use tribunal_engine::{Relation, Sum};
    use tribunal_ir::VarId;

    #[test]
    fn relations_are_exact() {
        let [x, y] = [0, 1].map(VarId::from_index);
        let sample = Sample::from([(x, i128::from(i32::MAX)), (y, 3)]);
        let sum = Sum { terms: vec![(2, x), (-1, y)], constant: 0 };
        assert_eq!(holds(&Relation::AtMostZero(sum.clone()), &sample), Some(false));
        assert_eq!(holds(&Relation::Multiple { of: 2, sum }, &sample), Some(false));
        let huge = Sum { terms: vec![(i128::MAX, x)], constant: 0 };
        assert_eq!(holds(&Relation::Zero(huge), &sample), None);
        assert_eq!((bits_of(0), bits_of(1), bits_of(-4), bits_of(127)), (1, 2, 4, 8));
    }
}
