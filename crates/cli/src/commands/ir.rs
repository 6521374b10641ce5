//! `tribunal ir`

use tribunal_driver::load;
use tribunal_ir::{dot, text};
use tribunal_report::data::IrReport;
use tribunal_report::json;

use super::{Exit, complain, reduction, translation};
use crate::arguments::Ir;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Ir) -> anyhow::Result<Exit> {
    let path = arguments.model.file.to_string_lossy();
    let mut loaded = load(&path, &translation(&arguments.model.translation));
    if let Some(program) = &mut loaded.program {
        reduction(arguments.model.translation.reduce).apply(program);
    }
    let exit = if loaded.program.is_some() { Exit::Success } else { Exit::Usage };
    if arguments.json {
        let ir = loaded.program.as_ref().map(text::print);
        let report = IrReport::of(&path, ir, &loaded.sources, &loaded.diagnostics);
        Stream::Out.write(&json(&report));
        return Ok(exit);
    }
    complain(&loaded.sources, &loaded.diagnostics);
    if let Some(program) = &loaded.program {
        let show = if arguments.dot { dot::render } else { text::print };
        Stream::Out.write(&show(program));
    }
    Ok(exit)
}
