//! Agreement with GCC: it is asked about every file of `accepted` and `rejected`. Where it is not installed, only
//! our own answers are checked.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tribunal_front_c::hir::Target;
use tribunal_front_c::{DataModel, analyse};

use crate::syntax::{n_errors, run, tell};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder should be there");
    let mut files: Vec<_> = entries.map(|it| it.expect("a readable entry").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Whether GCC takes the file; `None` without GCC.
fn gcc_accepts(file: &Path) -> Option<bool> {
    let mut command = Command::new("gcc");
    command.args(["-fsyntax-only", "-std=gnu11", "-w"]).arg(file);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    Some(status.success())
}

#[test]
fn what_gcc_accepts() {
    for file in files("accepted") {
        assert_ne!(gcc_accepts(&file), Some(false), "GCC rejects {}", file.display());
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let (sources, unit, mut diagnostics) = run(&text);
        diagnostics.extend(analyse(&[unit], &Target::new(DataModel::Lp64)).1);
        assert_eq!(
            n_errors(&diagnostics),
            0,
            "{}: {}",
            file.display(),
            tell(&sources, &diagnostics)
        );
    }
}

#[test]
fn what_gcc_rejects() {
    for file in files("rejected") {
        assert_ne!(gcc_accepts(&file), Some(true), "GCC accepts {}", file.display());
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let (_, _, diagnostics) = run(&text);
        assert_ne!(n_errors(&diagnostics), 0, "{}", file.display());
    }
}
