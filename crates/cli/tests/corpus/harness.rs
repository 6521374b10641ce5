//! Programs in C that show what is wrong with another one.

use std::sync::OnceLock;

use tribunal_testkit::harness::{Compiler as Gcc, Shown};

use super::{Program, evidence::folder};

/// The compiler, looked for when it is first needed.
#[derive(Default)]
pub(crate) struct Compiler(OnceLock<Result<Option<Gcc>, String>>);

impl Compiler {
    fn get(&self) -> Result<Option<Gcc>, String> {
        let find = || Gcc::find(&folder("compiler")?).map_err(|it| it.to_string());
        self.0.get_or_init(find).clone()
    }
}

/// Every harness of a false program shows what is wrong, where gcc can.
pub(crate) fn shows_what_is_wrong(program: &Program, compiler: &Compiler) -> Result<(), String> {
    let Some(gcc) = compiler.get()? else { return Ok(()) };
    let folder = folder("harnesses")?.join(program.name.replace('/', "-"));
    let _ = std::fs::remove_dir_all(&folder);
    let mut words = vec!["check".into(), "--quiet".into(), "--time".into(), "60s".into()];
    words.extend(["--harness".into(), folder.into_os_string(), program.path.clone().into()]);
    words.extend(program.header.options.iter().map(Into::into));
    let told = tribunal_cli::tell(words);
    let written: Vec<&str> =
        told.output.lines().filter_map(|it| it.strip_prefix("harness: ")).collect();
    let text = std::fs::read_to_string(&program.path).map_err(|it| it.to_string())?;
    // Nobody can tell the scheduler what to do.
    if text.contains("pthread_create") != written.is_empty() {
        return Err(format!("harnesses: {written:?}"));
    }
    // Not known to gcc before its version 14.
    if text.contains("_BitInt") {
        return Ok(());
    }
    for harness in written {
        let shown = gcc.run(harness.as_ref()).map_err(|it| it.to_string())?;
        if let Shown::Nothing(output) = shown {
            return Err(output);
        }
    }
    Ok(())
}
