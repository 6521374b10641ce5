//! Rules E1 to E5, and what is read and written where nothing is.

use crate::explore::{check, program};
use expect_test::{Expect, expect};
use tribunal_exec::{initial, items};

/// Compares the first values of all globals with what is expected.
fn check_values(text: &str, expected: Expect) {
    let program = program(text);
    let items = items(&program, &initial(&program));
    let lines: Vec<String> = items.iter().map(|it| format!("{}={}\n", it.name, it.value)).collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn division_truncates_and_is_total() {
    check_values(
        "
        global zero: i32
        global min: i32 = -2147483647 - 1
        global quotient: i32 = -7 / 2
        global remainder: i32 = -7 % 2
        global by_zero: i32 = 7 / zero
        global rest_by_zero: i32 = 7 % zero
        global overflow: i32 = min / -1
        global rest_overflow: i32 = min % -1
        global natural: u8 = 200u8 / 7u8",
        expect![[r#"
            zero=0
            min=-2147483648
            quotient=-3
            remainder=-1
            by_zero=0
            rest_by_zero=0
            overflow=-2147483648
            rest_overflow=0
            natural=28
        "#]],
    );
}

#[test]
fn shifts_count_modulo_the_width() {
    check_values(
        "
        global left: i32 = 1 << 33
        global top: i32 = 1 << -1
        global right: i32 = -8 >> 1
        global natural: u8 = 200u8 >> 1u8
        global lost: u8 = 200u8 << 1u8",
        expect![[r#"
            left=2
            top=-2147483648
            right=-4
            natural=100
            lost=144
        "#]],
    );
}

#[test]
fn arithmetic_wraps_to_its_shape() {
    check_values(
        "
        global sum: i32 = 2147483647 + 1
        global product: i32 = 65536 * 65536
        global small: u8 = 250u8 + 10u8
        global negated: u8 = -(1u8)
        global complement: u8 = ~0u8
        global truncated: u8 = 300
        global bit: bool = 2 as bool
        global one_bit: u1 = 2",
        expect![[r#"
            sum=-2147483648
            product=0
            small=4
            negated=255
            complement=255
            truncated=44
            bit=true
            one_bit=0
        "#]],
    );
}

#[test]
fn numbers_of_128_bits_have_no_sign_if_they_should_not() {
    check_values(
        "
        global max: u128 = ~0u128
        global half: u128 = ~0u128 / 2u128
        global rest: u128 = ~0u128 % 10u128
        global top: u128 = ~0u128 >> 127u128
        global less: bool = 1u128 < ~0u128
        global signed: i128 = ~0i128",
        expect![[r#"
            max=340282366920938463463374607431768211455
            half=170141183460469231731687303715884105727
            rest=5
            top=1
            less=true
            signed=-1
        "#]],
    );
}

#[test]
fn logic_and_choice() {
    check_values(
        "
        global a: bool = !(1 < 2) || 2 <= 2 && 1 != 2
        global b: i32 = if a then 10 else 20
        global c: i32 = 12 & 10
        global d: i32 = 12 | 10
        global e: i32 = 12 ^ 10
        global f: i32 = (300 as u8) as i32",
        expect![[r#"
            a=true
            b=10
            c=8
            d=14
            e=6
            f=44
        "#]],
    );
}

#[test]
fn initialisers_see_earlier_variables() {
    check_values(
        "
        enum Colour: u8 { RED = 2, BLUE = 1 }
        record Point { x: u8, y: u8 }
        global a: i32 = 5
        global b: i32 = a + c
        global c: i32 = 7
        global colour: Colour = Colour::RED
        global points: [Point; 2] = { [1].y = 258 }",
        expect![[r#"
            a=5
            b=5
            c=7
            colour=RED
            points[0].x=0
            points[0].y=0
            points[1].x=0
            points[1].y=2
        "#]],
    );
}

#[test]
fn out_of_range_elements_read_as_zero_and_are_not_written() {
    check(
        "
        global a: [i32; 2] = { [0] = 1, [1] = 2 }
        global i: i32 = 2
        global x: i32 = 9
        process P active 1 {
            loc l1 indivisible
            loc l2 indivisible
            l0 -> l1 do x = a[i]
            l1 -> l2 do a[i] = 7
            l2 -> l3 do a[-1] = 7; a[1] = 8
            loc l3 end
        }",
        expect![[r#"
            0: a[0]=1 a[1]=2 i=2 x=9 P:0@l0
                P:0 l0->l1, P:0 l1->l2, P:0 l2->l3 => 1
            1: a[0]=1 a[1]=8 i=2 x=0 P:0@l3 (end)
        "#]],
    );
}
