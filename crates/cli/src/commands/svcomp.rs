//! `tribunal svcomp`

use anyhow::Context;
use tribunal_driver::svcomp::{Answer, Specification, Task, decide};
use tribunal_driver::{DataModel, Limits, default_memory};

use super::{Exit, complain, write_file};
use crate::arguments::{self, Svcomp};
use crate::interrupt;
use crate::progress::{ProgressLine, Telling};
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Svcomp) -> anyhow::Result<Exit> {
    let property = &arguments.prop;
    let text = std::fs::read_to_string(property)
        .with_context(|| format!("cannot read `{}`", property.display()))?;
    let specification = Specification::parse(&text)
        .with_context(|| format!("in the property file `{}`", property.display()))?;
    if let Err(error) = std::fs::metadata(&arguments.file) {
        return Err(error).with_context(|| format!("cannot read `{}`", arguments.file.display()));
    }
    let task = Task {
        file: arguments.file.clone(),
        specification,
        data_model: match arguments.data_model {
            arguments::DataModel::Ilp32 => DataModel::Ilp32,
            arguments::DataModel::Lp64 => DataModel::Lp64,
        },
        limits: Limits {
            time: arguments.time,
            memory: arguments.memory.unwrap_or_else(default_memory),
            depth: u64::MAX,
        },
    };
    interrupt::listen();
    let ruling = decide(&task, &interrupt::CANCELLED, &mut ProgressLine::new(Telling::Nothing));
    complain(&ruling.sources, &ruling.diagnostics);
    for line in &ruling.because {
        Stream::Error.write(&format!("{line}\n"));
    }
    if let (Some(path), Some(witness)) = (&arguments.witness, &ruling.witness) {
        write_file(path, witness)?;
    }
    Stream::Out.write(&format!("{}\n", ruling.answer));
    Ok(match ruling.answer {
        Answer::True => Exit::Success,
        Answer::False(_) => Exit::Violation,
        Answer::Unknown => Exit::Maybe,
    })
}
