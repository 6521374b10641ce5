//! Unit checking: paths through the flow chart of a function that satisfy a temporal formula, with the condition under which each is taken.
//!
//! The method is that of Gunter & Peled (Unit checking: symbolic model checking for a unit of code, in Verification: Theory and Practice, LNCS 2772, 2003; the tool was PET). The
//! property is given in the negative: it describes suspicious paths. The search runs on the product of the flow chart and the automaton of the property; along it the
//! path condition is computed on symbolic values, and a prefix whose condition cannot hold is cut at once.
//!
//! # The API
//! - [`Subject`]: a program that tells where it is (`tribunal_engine_symbolic::steps::Marks`), its [`Chart`], and the names of its inputs. `tribunal_driver::unit` makes one of C.
//!   With a [`Concurrent`], several functions run concurrently: paths then are interleavings of their nodes, and a condition allows its path.
//! - [`process_functions`]: makes such a program of the processes of one whose processes talk to each other. `tribunal_driver::unit` uses it for Promela.
//! - [`Query`]: which paths are wanted: a formula over finite words, a regular expression over places, or both ([`Query::of`]);
//!   or a node ([`Query::reaching`]) or several in a row ([`Query::passing`]), as goals of coverage are.
//! - [`Paths`]: a coroutine. [`Paths::next`] yields the next [`Path`] in order of length until there is none, [`Paths::raise`] allows more repetitions and goes on,
//!   [`Paths::summary`] tells what is known about all others: whether there is no further path, and whether the conditions found cover all cases.
//! - [`Walk`]: the same node by node: [`Walk::choices`] are the nodes that come next with their conditions, [`Walk::take`] one, [`Walk::refuse`] one, [`Walk::back`] up, and
//!   [`Walk::path`] makes a path of what was walked.
//! - A [`Path`] has its nodes, its condition for people, the values of the inputs that drive it and what is chosen for a run
//!   (`tribunal_engine::Chosen`); the reference semantics has executed it on these values before it is handed out.

mod chart;
mod condition;
mod evidence;
mod integers;
mod interleaved_run;
mod interleaving;
mod monitor;
mod process_functions;
mod product;
mod ranges;
mod search;
mod walk;

pub use chart::{
    Asker, Chart, Concurrent, Constants, Input, InputKind, Kind, Node, Numbers, Subject,
};
pub use condition::Condition;
pub use evidence::{Path, Value, origin_ty};
pub use interleaved_run::InterleavedRun;
pub use monitor::{DEADLOCK, Query, Wanted};
pub use process_functions::{Asked, ProcessFunctions, Unsupported, process_functions};
pub use product::Merging;
pub use search::{Fault, Options, Order, Paths, Summary};
pub use walk::{Next, Walk};
