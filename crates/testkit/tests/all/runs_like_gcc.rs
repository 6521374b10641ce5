//! `tribunal run` prints what a program prints when gcc has compiled it, and tells the same exit status.
//!
//! `TRIBUNAL_RUNS=300` asks for more random programs.

use std::path::PathBuf;

use tribunal_base::Kleene;
use tribunal_testkit::corpus::{header, programs};
use tribunal_testkit::gcc;
use tribunal_testkit::random_library::random_library;
use tribunal_testkit::runs::{by_gcc, ours};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tribunal-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    folder
}

/// Programs of the corpus that hold what they promise, and whose run takes no value that is left open.
#[test]
fn programs_of_the_corpus_run_as_compiled() {
    if !gcc::available() {
        return;
    }
    let folder = folder("corpus-runs");
    let paths = programs("c");
    let mut compared = 0;
    for path in &paths {
        if header(path).verdict() != Kleene::True {
            continue;
        }
        // One that is known to end.
        let Ok(ours) = ours(path) else { continue };
        let Ok(theirs) = by_gcc(path, &folder) else { continue };
        assert_eq!(ours, theirs, "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 20, "only {compared} of {} programs were compared", paths.len());
    _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn random_programs_run_as_compiled() {
    if !gcc::available() {
        return;
    }
    let folder = folder("random-runs");
    let cases = std::env::var("TRIBUNAL_RUNS").ok().and_then(|it| it.parse().ok()).unwrap_or(20);
    let (mut differences, mut left) = (Vec::new(), Vec::new());
    for case in 0..cases {
        let text = random_library(1, case);
        let path = folder.join("program.c");
        std::fs::write(&path, &text).expect("the temporary folder should be writable");
        let theirs = by_gcc(&path, &folder).expect("gcc should take the program");
        match ours(&path) {
            Ok(ours) if ours == theirs => {}
            Ok(ours) => differences.push(format!("{case}: {ours:#?}, not {theirs:#?}\n{text}")),
            Err(why) => left.push(format!("{case}: {why}")),
        }
    }
    let shown = differences.iter().take(2).cloned().collect::<String>();
    assert!(differences.is_empty(), "{} of {cases} differ\n{shown}", differences.len());
    assert!(left.len() * 10 <= cases as usize, "too few of {cases} were compared: {left:#?}");
    _ = std::fs::remove_dir_all(&folder);
}
