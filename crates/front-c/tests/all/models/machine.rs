//! Programs on this machine, compiled by gcc.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Whether there is a gcc; there must be one where everything is tested.
pub(crate) fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "gcc is needed here");
    found
}

/// What a program does; none without gcc.
pub(crate) fn run(name: &str, text: &str, options: &[&str]) -> Option<Output> {
    if !has_gcc() {
        return None;
    }
    let stem = format!("tribunal-models-{}-{name}", std::process::id());
    let file = |ending: &str| -> PathBuf { std::env::temp_dir().join(format!("{stem}{ending}")) };
    let (source, binary) = (file(".c"), file(""));
    std::fs::write(&source, text).expect("the temporary folder should be writable");
    let compiler = Command::new("gcc")
        .args(["-w", "-fno-builtin"])
        .args(options)
        .arg("-o")
        .args([&binary, &source])
        .arg("-lm")
        .output()
        .expect("gcc should start");
    assert!(compiler.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiler.stderr));
    let output =
        Command::new(&binary).env("ASAN_OPTIONS", "detect_leaks=0").env("TZ", "UTC0").output();
    for file in [&source, &binary] {
        std::fs::remove_file(file).ok();
    }
    Some(output.expect("the program should start"))
}
