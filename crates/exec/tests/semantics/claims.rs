//! How claims move.

use crate::explore::program;
use expect_test::{Expect, expect};
use tribunal_base::Id;
use tribunal_exec::{claim_successors, initial, is_claim_end};
use tribunal_ir::LocId;

/// Compares the moves from location `l0` in the initial state with what is expected.
fn check(text: &str, expected: Expect) {
    let program = program(text);
    let moves = claim_successors(&program, &initial(&program), LocId::from_index(0));
    let show = |(_, to): (_, LocId)| {
        format!("{to:?}{}", if is_claim_end(&program, to) { " (end)" } else { "" })
    };
    let moves = match moves {
        Ok(moves) => moves.into_iter().map(show).collect::<Vec<_>>().join(", "),
        Err(_) => "diverges".to_owned(),
    };
    expected.assert_eq(&moves);
}

#[test]
fn guards_choose_the_moves() {
    check(
        "
        global x: i32 = 1
        claim N {
            l0 -> l1 when x == 1
            l0 -> l2 when x == 2
            l0 -> l3 when process_count == 0 && self == 0
            l0 -> l4 else
            loc l1 end
            loc l3 end
            l3 -> l3
            loc l2 end
            loc l4 end
        }",
        expect!["l1 (end), l3"],
    );
}

#[test]
fn timeout_has_its_true_value() {
    check(
        "
        claim N {
            l0 -> l1 when timeout
            l0 -> l2 else
            loc l1 end
            loc l2 end
        }
        process P active 1 {
            l3 -> l4 when timeout
            loc l4 end
        }",
        expect!["l1 (end)"],
    );
    check(
        "
        claim N {
            l0 -> l1 when timeout
            l0 -> l2 else
            loc l1 end
            loc l2 end
        }
        process P active 1 {
            l3 -> l4
            loc l4 end
        }",
        expect!["l2 (end)"],
    );
}

#[test]
fn indivisible_moves_are_followed_to_their_end() {
    check(
        "
        global x: i32 = 1
        claim N {
            loc l1 indivisible
            loc l2 indivisible
            l0 -> l1
            l1 -> l3 when x == 0
            l1 -> l4
            l0 -> l2
            l2 -> l2 when x == 0
            loc l3 end
            loc l4 end
        }",
        expect!["l4 (end)"],
    );
    check(
        "
        claim N {
            loc l1 indivisible
            l0 -> l1
            l1 -> l1
        }",
        expect!["diverges"],
    );
}
