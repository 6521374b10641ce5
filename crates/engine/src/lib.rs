//! The contract between engines and the rest: what is asked, what may be spent, what comes back.
//! No algorithm lives here.

mod ask;
pub mod basis;
pub mod certificate;
pub mod context;
pub mod describe;
pub mod fact;
pub mod task;
pub mod verdict;

pub use ask::ask;
pub use basis::{Basis, Premise};
pub use certificate::{
    Age, Certificate, Content, LoopInvariant, Pointers, Said, Statement, Target, Values, condition,
};
pub use context::{Budget, Context, Notebook, Observer, Progress};
pub use describe::{Description, Settles};
pub use fact::{Fact, Relation, Sum};
pub use task::{Distribution, Engine, Fairness, Outcome, Remark, Statistics, Task};
pub use verdict::{Answer, Assurance, Chosen, End, Limit, Omission, Reason, Step, Trace, Verdict};
