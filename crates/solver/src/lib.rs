//! Formulas and their satisfiability: terms over Bools, bit-vectors, floats and arrays, decided by bit-blasting and SAT.
//!
//! Build terms in [`Terms`], which simplifies as it builds; assert them in a [`Solver`]; ask.
//!
//! ```
//! use tribunal_solver::{Answer, Solver, Sort, Terms};
//!
//! let mut terms = Terms::new();
//! let x = terms.variable("x", Sort::BitVec(32));
//! let square = terms.mul(x, x);
//! let goal = terms.number(1_522_756, 32);
//! let equation = terms.eq(square, goal);
//! let mut solver = Solver::new();
//! solver.assert(&mut terms, equation);
//! assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
//! assert_eq!(solver.value(&terms, square).as_bits().to_u128(), Some(1_522_756));
//! ```

pub mod bits;
mod blast;
pub mod eval;
mod external;
mod facts;
pub mod float;
mod polynomial;
pub mod print;
pub mod sat;
mod simplify;
mod solver;
pub mod term;
mod walk;

pub use bits::Bits;
pub use eval::{ArrayValue, Assignment, Value};
pub use external::{Decide, External};
pub use polynomial::{Monomial, Polynomial, Polynomials};
pub use sat::{Answer, Limits, Statistics};
pub use solver::Solver;
pub use term::{BinOp, Node, Overflow, Rules, Sort, TermId, Terms};
