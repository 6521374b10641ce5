//! The laws of the textual form, on random programs.

use crate::random;
use proptest::prelude::*;
use tribunal_ir::text::{parse, print};
use tribunal_ir::{Layout, Object, Program, Ty, verify};

/// A layout with types instead of their ids, which reading does not keep.
fn shown(program: &Program, layout: &Layout) -> String {
    match layout {
        Layout::Bytes => "bytes".to_owned(),
        Layout::Scalar(ty) => format!("{:?}", program.tys[*ty]),
        Layout::Array { stride, elem } => format!("{stride}: [{}]", shown(program, elem)),
        Layout::Record(members) => members
            .iter()
            .map(|it| format!("{}: {:?} {};", it.offset, it.name, shown(program, &it.layout)))
            .collect(),
    }
}

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
        prop_assert_eq!(program.pointer_bytes, again.pointer_bytes);
        prop_assert_eq!(program.objects.len(), again.objects.len());
        for (ours, theirs) in program.objects.values().zip(again.objects.values()) {
            let plain = |it: &Object| (it.name.clone(), it.storage, it.content, it.size, it.align, it.access);
            prop_assert_eq!(plain(ours), plain(theirs));
            let layout = |program: &Program, it: &Object| shown(program, &it.layout);
            prop_assert_eq!(layout(&program, ours), layout(&again, theirs));
            let values = |program: &Program, it: &Object| -> Vec<(u64, Option<Ty>)> {
                it.init.iter().map(|(offset, value)| (*offset, program.ty_of(*value))).collect()
            };
            prop_assert_eq!(values(&program, ours), values(&again, theirs));
        }
        for (ours, theirs) in program.locs.values().zip(again.locs.values()) {
            prop_assert_eq!(ours.process, theirs.process);
            prop_assert_eq!(ours.control, theirs.control);
            prop_assert_eq!(ours.marks, theirs.marks);
            prop_assert_eq!(ours.out.len(), theirs.out.len());
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "(process|global|l0|->|x|[-{}():;,#`\"=!?<>\\[\\]0-9 \n]|do|when|ltl|u8|:|object|static|layout|memory|return|call|havoc){0,60}") {
        let (program, diagnostics) = parse(&text);
        prop_assert_eq!(program.is_none(), !diagnostics.is_empty());
    }
}
