//! States and changes in words.

use crate::explore::program;
use expect_test::{Expect, expect};
use tribunal_exec::{State, changes, initial, successors};

/// Compares what each step of the only run changes with what is expected.
fn check(text: &str, expected: Expect) {
    let program = program(text);
    let mut state: State = initial(&program);
    let mut lines = String::new();
    while let Some((_, next, _)) = successors(&program, &state).expect("steps end").pop() {
        let show = |it: Option<String>| it.unwrap_or_else(|| "-".into());
        for it in changes(&program, &state, &next) {
            let owner = it.owner.map(|it| format!("{it}.")).unwrap_or_default();
            let (before, after) = (show(it.before), show(it.after));
            lines.push_str(&format!("{owner}{}: {before} => {after}\n", it.name));
        }
        lines.push_str("----\n");
        state = next;
    }
    expected.assert_eq(&lines);
}

#[test]
fn names_are_those_of_the_source() {
    check(
        "
        enum Colour: u8 { RED = 2, BLUE = 1 }
        record Card { colour: Colour, value: u8 }
        channel deck[2] of Colour, u8
        channel pile[1] of u8
        global deck: chan = new deck
        global alias: chan
        global hand: [Card; 2]
        global open: bool
        process P active 1 {
            var n: u8
            l0 -> l1 do deck ! 2, 7; open = true; alias = deck
            l1 -> l2 do deck ? hand[1].colour, hand[1].value
            l2 -> l3 do run Q()
            l3 -> l4 do n = 3; alias = 0 as chan
            loc l4 end
        }
        process Q {
            var mine: [chan; 2] = { [0] = new pile, [1] = new pile }
            var x: i32 = -1
            l5 -> l6 when Q[1]:x == -1 do mine[1] ! 4
            l6 -> l6 do exit
        }",
        expect![[r#"
            alias: 0 => deck
            open: false => true
            deck: [] => [(RED, 7)]
            ----
            hand[1].colour: 0 => RED
            hand[1].value: 0 => 7
            deck: [(RED, 7)] => []
            ----
            1.mine[0]: - => pile#2
            1.mine[1]: - => pile#3
            1.x: - => -1
            1.pile#2: - => []
            1.pile#3: - => []
            ----
            alias: deck => 0
            0.n: 0 => 3
            ----
            1.pile#3: [] => [4]
            ----
            1.mine[0]: pile#2 => -
            1.mine[1]: pile#3 => -
            1.x: -1 => -
            1.pile#2: [] => -
            1.pile#3: [4] => -
            ----
        "#]],
    );
}

#[test]
fn unmatched_variables_do_not_tell_states_apart() {
    let program = program(
        "
        global unmatched x: i32
        global y: i32
        process P active 1 {
            l0 -> l0 do x = 1
            l0 -> l0 do y = 1
        }",
    );
    let state = initial(&program);
    let next = successors(&program, &state).expect("steps end");
    assert!(state != next[0].1 && state.matches(&next[0].1, &program));
    assert!(!state.matches(&next[1].1, &program));
}
