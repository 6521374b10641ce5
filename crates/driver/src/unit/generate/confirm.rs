//! Compiles a test and runs it, once as it is and once with probes that keep a log.

use std::io;
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use tribunal_report::unit_test::{Framework, UnitTest, test_text};

use super::{Generator, PATIENCE, absolute, whole};
use crate::subprocess::folder::Folder;
use crate::subprocess::{self, Bounds, Ending};
use crate::unit::execution::Run;

impl Generator<'_> {
    /// Compiles and runs a test.
    pub(super) fn confirm(
        &self,
        test: &UnitTest,
        run: &Run,
        cancelled: &AtomicBool,
    ) -> io::Result<Result<(), String>> {
        // What a program writes goes to files in its folder.
        let (usual, logging) = (Folder::new()?, Folder::new()?);
        let source = absolute(&self.options.folder.join(&test.source));
        let plain = UnitTest { source: source.to_string_lossy().into_owned(), ..test.clone() };
        for folder in [&usual, &logging] {
            std::fs::write(folder.path().join("test.c"), test_text(&plain, Framework::Plain))?;
        }
        let traced = self.unit.probed.calling("__tribunal_pass");
        std::fs::write(logging.path().join("traced.c"), format!("{TRACE}#line 1\n{traced}"))?;
        let mut companions = Vec::new();
        for (number, further) in self.unit.probed.further.iter().enumerate() {
            companions.push(logging.path().join(format!("traced_{}.c", number + 2)));
            std::fs::write(&companions[number], further.calling("__tribunal_pass"))?;
        }
        let bounds = Bounds { time: PATIENCE, cancelled };
        let compiler = |variant: &str, further: &[PathBuf]| {
            let mut compiler = Command::new("gcc");
            compiler.args(self.flags(&whole)).arg("-O0").args(self.beside(&whole)).arg("test.c");
            compiler.args(further).args(["-lm", "-o", variant]);
            compiler
        };
        let further: Vec<PathBuf> = self.companions().iter().map(|it| absolute(it)).collect();
        let mut plain = compiler("plain", &further);
        let mut traced = compiler("traced", &companions);
        traced.arg("-DTRIBUNAL_SOURCE=\"traced.c\"");
        // Nearly all the time goes to the compiler.
        let (plain, traced) = std::thread::scope(|scope| {
            let plain = scope.spawn(|| executed(&mut plain, "plain", usual.path(), bounds));
            let traced = executed(&mut traced, "traced", logging.path(), bounds);
            (plain.join(), traced)
        });
        let plain = plain.map_err(|_| io::Error::other("a test was not run"))??;
        let trace = match (plain, traced?) {
            (Ok(_), Ok(trace)) => trace,
            (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
        };
        let taken: Vec<u32> = trace
            .lines()
            .find_map(|it| it.split_once("tribunal-path:"))
            .map(|it| it.1.split_whitespace().filter_map(|it| it.parse().ok()).collect())
            .unwrap_or_default();
        Ok(if taken == run.nodes { Ok(()) } else { Err("it takes another path".to_owned()) })
    }
}

/// Compiles a program and runs it; what it writes to the standard error stream, or why there is nothing.
fn executed(
    compiler: &mut Command,
    program: &str,
    folder: &FilePath,
    bounds: Bounds<'_>,
) -> io::Result<Result<String, String>> {
    let compiled = subprocess::run(compiler, folder, bounds)?;
    if compiled.ending != Ending::Exit(0) {
        let error = compiled.errors.lines().find(|it| it.contains("error"));
        return Ok(Err(format!("it does not compile: {}", error.unwrap_or(""))));
    }
    let ran = subprocess::run(&mut Command::new(folder.join(program)), folder, bounds)?;
    if ran.ending != Ending::Exit(0) {
        return Ok(Err(ran.errors.lines().next().unwrap_or("it fails").to_owned()));
    }
    Ok(Ok(ran.errors))
}

/// What keeps a log of nodes.
const TRACE: &str = r#"int dprintf(int, const char *, ...);
static int __tribunal_log[1 << 20];
static unsigned __tribunal_length;
void __tribunal_pass(int node) {
    if (__tribunal_length < 1 << 20) __tribunal_log[__tribunal_length++] = node;
}
__attribute__((destructor)) static void __tribunal_tell(void) {
    dprintf(2, "\ntribunal-path:");
    for (unsigned i = 0; i < __tribunal_length; i++) dprintf(2, " %d", __tribunal_log[i]);
    dprintf(2, "\n");
}
"#;
