//! The generator of imperative programs makes programs whose answers can be told and differ, and
//! the explorer tells them.

use std::collections::BTreeSet;
use tribunal_engine::Chosen;
use tribunal_ir::text::parse;
use tribunal_testkit::imperative::{Exploration, GaveUp, explore, program_of_seed};

fn answers(source: &str, limit: usize) -> Result<Exploration, GaveUp> {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    explore(&program, limit)
}

#[test]
fn most_programs_are_small_enough_and_answers_differ() {
    let mut seen = BTreeSet::new();
    let mut decided = 0;
    for seed in 0..150 {
        let program = program_of_seed(seed);
        if let Ok(found) = explore(&program, 5000) {
            decided += 1;
            seen.insert(found.violated.len());
            assert_eq!(found.choices.len(), found.violated.len());
        }
    }
    assert!(120 < decided, "only {decided} of 150 programs were small enough");
    assert_eq!(seen, BTreeSet::from([0, 1, 2]));
}

#[test]
fn every_choice_is_tried() {
    let found = answers(
        "object found: dynamic arbitrary
         global x: u4
         global p: pointer
         process main() active 1 {
            l0 -> l1 do havoc x; p = allocate found(1)
            l1 -> l2 when x == 13 && memory(p, u8) == 200 violates rare \"\" stop
            l1 -> l2 when memory(p, u8) == x as u8 + 250 violates never \"\" stop
            l1 -> l2 else
            loc l2 end
         }
         property rare: unreachable
         property never: unreachable",
        10000,
    );
    let found = found.expect("it is small enough");
    assert_eq!(found.violated.len(), 2);
    let [rare, other] = &found.choices[..] else { panic!("both have witnesses") };
    assert_eq!(rare[..], [Chosen::Value(13), Chosen::Bytes(vec![(0, 200)])]);
    let [Chosen::Value(x), Chosen::Bytes(bytes)] = &other[..] else { panic!("{other:?}") };
    assert_eq!(i128::from(bytes[0].1), (x + 250) % 256);
    // One before, two for each choice with its end (the stopped ones differ from the others).
    assert_eq!(found.states, 1 + 2 * 16 * 256);
}

#[test]
fn what_cannot_be_told_is_not_told() {
    let wide = "global x: u9 process main() active 1 { l0 -> l0 do havoc x }";
    assert_eq!(answers(wide, 100), Err(GaveUp::Choices));
    let long = "global x: u8 process main() active 1 { l0 -> l0 do x = x + 1 }";
    assert_eq!(answers(long, 100), Err(GaveUp::States));
    assert_eq!(answers(long, 256).map(|it| it.states), Ok(256));
    let endless = "process main() active 1 { l0 -> l1 loc l1 indivisible l1 -> l1 when false }";
    assert_eq!(answers(endless, 100), Err(GaveUp::Diverges));
}
