//! The laws of the textual form, on random programs.

mod random;

use proptest::prelude::*;
use tribunal_ir::text::{parse, print};
use tribunal_ir::verify;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_back(choices in prop::collection::vec(any::<u32>(), 0..600)) {
        let program = random::program(choices);
        prop_assert_eq!(verify(&program), Vec::<String>::new());
        let printed = print(&program);
        let (again, diagnostics) = parse(&printed);
        prop_assert!(diagnostics.is_empty(), "L1: {:?}\n{}", diagnostics, printed);
        let again = again.expect("a text without errors should be a program");
        prop_assert_eq!(verify(&again), Vec::<String>::new());
        prop_assert_eq!(print(&again), printed, "L2");
        // Printing does not hide what the text could have lost.
        prop_assert_eq!(program.locs.len(), again.locs.len());
        prop_assert_eq!(program.edges.len(), again.edges.len());
        prop_assert_eq!(program.vars.len(), again.vars.len());
        for (ours, theirs) in program.locs.values().zip(again.locs.values()) {
            prop_assert_eq!(ours.process, theirs.process);
            prop_assert_eq!(ours.control, theirs.control);
            prop_assert_eq!(ours.marks, theirs.marks);
            prop_assert_eq!(ours.out.len(), theirs.out.len());
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "(process|global|l0|->|x|[-{}():;,#`\"=!?<>\\[\\]0-9 \n]|do|when|ltl|u8|:){0,60}") {
        let (program, diagnostics) = parse(&text);
        prop_assert_eq!(program.is_none(), !diagnostics.is_empty());
    }
}
