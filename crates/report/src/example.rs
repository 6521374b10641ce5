//! Small pieces of reports for tests.

use crate::data::{ReplaySteps, StepReport, TraceReport};

pub(crate) fn step(process: &str, pid: u32, line: u32, text: &str) -> StepReport {
    StepReport {
        process: process.to_owned(),
        pid,
        file: "model.pml".to_owned(),
        line,
        column: 5,
        text: text.to_owned(),
        changes: Vec::new(),
        started: Vec::new(),
        ended: Vec::new(),
        messages: Vec::new(),
        partner: None,
        output: String::new(),
        violation: None,
        depth: 0,
        loops: Vec::new(),
    }
}

pub(crate) fn trace(steps: Vec<StepReport>) -> TraceReport {
    TraceReport {
        end: "violation",
        message: "the last step violates it".to_owned(),
        cycle_start: None,
        steps,
        processes: Vec::new(),
        values: Vec::new(),
        replay: ReplaySteps(String::new()),
        inputs: Vec::new(),
        stack: Vec::new(),
        object: None,
    }
}
