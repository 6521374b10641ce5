//! `tribunal ir`

use tribunal_driver::load;
use tribunal_engine::Fairness;
use tribunal_ir::{dot, text};
use tribunal_report::data::IrReport;
use tribunal_report::json;

use super::{Exit, complain, reduction, translation};
use crate::arguments::Ir;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Ir) -> anyhow::Result<Exit> {
    let path = arguments.model.file.to_string_lossy();
    let loaded = load(&path, &translation(&arguments.model));
    let reduced = loaded.program.as_ref().and_then(|it| {
        let all: Vec<_> = it.props.ids().collect();
        reduction(arguments.reduce).of(it, &all, Fairness::None)
    });
    let program = reduced.as_ref().map(|it| &it.program).or(loaded.program.as_ref());
    let exit = if program.is_some() { Exit::Success } else { Exit::Usage };
    if arguments.json {
        let ir = program.map(text::print);
        let report = IrReport::of(&path, ir, &loaded.sources, &loaded.diagnostics);
        Stream::Out.write(&json(&report));
        return Ok(exit);
    }
    complain(&loaded.sources, &loaded.diagnostics);
    if let Some(program) = program {
        let show = if arguments.dot { dot::render } else { text::print };
        Stream::Out.write(&show(program));
    }
    Ok(exit)
}
