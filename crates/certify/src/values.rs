//! Sets of numbers as certificates tell them, and as the domains have them.

use tribunal_domains::{Bits, Congruence, Lattice as _, Number};
use tribunal_engine::Values;

/// The same numbers, exactly; `None` if there are none, or the domain has no element for them.
pub(crate) fn number(values: &Values) -> Option<Number> {
    let mut parts = values.ranges.iter().map(|(lo, hi)| Number::range(*lo, *hi));
    let mut all = parts.next()??;
    for part in parts {
        all = all.join(&part?);
    }
    let told = all.intervals().parts().iter().map(|it| (it.lo, it.hi));
    if !told.eq(values.ranges.iter().copied()) || values.modulus < 0 {
        return None;
    }
    // A join knows remainders and bits that all have in common; they are no restriction.
    let all = all.with_congruence(&Congruence::new(values.modulus, values.remainder))?;
    if values.ones & !values.known != 0 {
        return None;
    }
    all.with_bits(&Bits::new(values.known, values.ones))
}
