//! Random C programs do what a compiler makes of them: on the reference semantics and on both engines.
//!
//! `TRIBUNAL_RANDOM_C=1000` asks for more programs; `cargo xtask differential --language c` shows which differ.

use tribunal_testkit::differential_c::compare;
use tribunal_testkit::gcc;
use tribunal_testkit::random_c::{RandomC, random_c};

#[test]
fn compilers_and_engines_agree() {
    if !gcc::available() {
        return;
    }
    let cases = std::env::var("TRIBUNAL_RANDOM_C").ok().and_then(|it| it.parse().ok());
    let cases: Vec<u32> = (0..cases.unwrap_or(15)).collect();
    let folder = std::env::temp_dir().join(format!("tribunal-random-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder should be writable");
    let mut undefined = 0;
    for batch in cases.chunks(15) {
        let programs: Vec<RandomC> = batch.iter().map(|&case| random_c(1, case)).collect();
        let compared = compare(&programs, &folder).expect("gcc should take the programs");
        for (program, found) in programs.iter().zip(compared) {
            assert!(found.differences.is_empty(), "{:#?}\n{}", found.differences, program.text);
            undefined += u32::from(found.undefined);
        }
    }
    assert_ne!(undefined, 0, "some programs should have undefined behaviour");
    _ = std::fs::remove_dir_all(&folder);
}
