//! Labellings of random structures: right ones are accepted, and what is accepted is right.

use proptest::prelude::*;
use tribunal_base::{FileId, Kleene};
use tribunal_certify::ctl::check_labelling;
use tribunal_logic::ctl::{Relation, Structure, label, parse};

const FORMULAS: [&str; 10] = [
    "AG(p -> AF q)",
    "EF(p && EG q)",
    "A[p U q]",
    "E[p U AX q]",
    "A[p W q]",
    "E[!p W q && EX p]",
    "AG EF p",
    "!(A[p U E[q W !p]])",
    "EX AX p || AF AG q",
    "E[true U A[p U q]] && EG(p || EX q)",
];

/// Possible transitions, whether the first of them is certain, and what is known of two atoms.
type Shape = (Vec<(Vec<u32>, bool)>, Vec<Vec<u8>>);

fn shape(states: usize) -> impl Strategy<Value = Shape> {
    use proptest::collection::vec;
    let target = 0..u32::try_from(states).unwrap_or(1);
    let after = vec((vec(target, 1..4), any::<bool>()), states);
    (after, vec(vec(0..5_u8, states), 2))
}

fn structure((after, atoms): &Shape) -> Structure {
    let may: Vec<Vec<u32>> = after.iter().map(|it| it.0.clone()).collect();
    let first = |(after, is_certain): &(Vec<u32>, bool)| -> Vec<u32> {
        after.iter().copied().take(usize::from(*is_certain)).collect()
    };
    let must: Vec<Vec<u32>> = after.iter().map(first).collect();
    let known = |it: &u8| match it {
        0 | 1 => Kleene::True,
        2 | 3 => Kleene::False,
        _ => Kleene::Maybe,
    };
    Structure {
        may: Relation::new(&may),
        must: Some(Relation::new(&must)),
        atoms: atoms.iter().map(|it| it.iter().map(known).collect()).collect(),
        states: after.len(),
    }
}

/// The same structure if all that is possible is certain, and nothing is unknown.
fn exact(structure: &Structure) -> Structure {
    let sharp = |it: &Kleene| if *it == Kleene::True { Kleene::True } else { Kleene::False };
    let atoms = structure.atoms.iter().map(|it| it.iter().map(sharp).collect()).collect();
    Structure { must: None, atoms, ..structure.clone() }
}

/// The structures differ, the labelling is that of the first: if it is accepted for the second, its answer is right there.
fn is_sound(text: &str, first: &Structure, second: &Structure) -> Result<bool, TestCaseError> {
    let formula = parse(FileId(0), text).expect("it should be a formula");
    // Atoms that occur once or more often are the same two.
    let of = |structure: &Structure| Structure {
        atoms: formula
            .atoms()
            .iter()
            .map(|it| structure.atoms[usize::from(it.text.trim() == "q")].clone())
            .collect(),
        ..structure.clone()
    };
    let (first, second) = (of(first), of(second));
    let labelling = label(&formula, &first);
    prop_assert!(check_labelling(&formula, &first, &labelling).is_ok(), "{text}");
    let is_accepted = check_labelling(&formula, &second, &labelling).is_ok();
    let (claimed, truth) =
        (labelling.value(formula.root(), 0), label(&formula, &second).value(formula.root(), 0));
    let is_right = claimed == Kleene::Maybe || claimed == truth;
    prop_assert!(!is_accepted || is_right, "{text}: {claimed:?}, not {truth:?}");
    Ok(is_accepted)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_accepted_is_right(
        (first, second) in (1_usize..7).prop_flat_map(|it| (shape(it), shape(it))),
        changed in any::<prop::sample::Index>(),
    ) {
        let first_structure = structure(&first);
        // Where one state alone is different, much of the labelling fits.
        let mut mixed = first.clone();
        let at = changed.index(first.0.len());
        mixed.0[at] = second.0[at].clone();
        for text in FORMULAS {
            for other in [structure(&second), structure(&mixed)] {
                is_sound(text, &first_structure, &other)?;
                is_sound(text, &exact(&first_structure), &exact(&other))?;
            }
        }
    }
}

/// A circle in which an until is put off for ever agrees with itself, and is rejected for lack of a rank.
#[test]
fn what_is_put_off_for_ever_is_rejected() {
    let circle = |last: Kleene| Structure {
        may: Relation::new(&[vec![1], vec![0, 2], vec![2]]),
        must: None,
        atoms: vec![vec![Kleene::False, Kleene::False, last]],
        states: 3,
    };
    let straight =
        Structure { may: Relation::new(&[vec![1], vec![2], vec![2]]), ..circle(Kleene::True) };
    let formula = parse(FileId(0), "AF p").expect("it should be a formula");
    let labelling = label(&formula, &straight);
    assert_eq!(labelling.value(formula.root(), 0), Kleene::True);
    assert!(check_labelling(&formula, &straight, &labelling).is_ok());
    let rejected = check_labelling(&formula, &circle(Kleene::True), &labelling);
    assert_eq!(
        rejected.map_err(|it| it.to_string()),
        Err("what was said of a state does not follow from the states after it".to_owned())
    );
}
