//! The contract between engines and the rest: what is asked, what may be spent, what comes back.
//! No algorithm lives here; what answers most questions about a contract is beside it ([`search`], [`Coverage`]).

mod ask;
pub mod basis;
pub mod certificate;
pub mod context;
pub mod describe;
pub mod fact;
mod remark;
pub mod search;
pub mod statistics;
pub mod task;
pub mod trace;
pub mod verdict;

pub use ask::ask;
pub use basis::{Basis, Premise};
pub use certificate::{
    Age, Certificate, Content, Pointers, Said, Stands, Statement, Target, Values, condition,
};
pub use context::{Budget, Context, Notebook, Observer, Progress};
pub use describe::{Cost, Description, Form, Settles};
pub use fact::{Fact, Relation, Sum};
pub use remark::{Coverage, Remark};
pub use search::Errors;
pub use statistics::{Figure, Figures, Quantity, Statistics};
pub use task::{Engine, Fairness, Outcome, Task, about_each_run};
pub use trace::{Chosen, End, Step, Trace};
pub use verdict::{Answer, Assurance, Limit, Omission, Reason, Verdict};
