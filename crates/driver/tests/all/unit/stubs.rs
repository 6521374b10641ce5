//! Unit checking: functions that are described by stubs, and numbers that do not wrap.

use expect_test::{Expect, expect};
use tribunal_driver::unit::Numbers;

use super::paths::{Case, gcd};

pub(super) const BUFFER: &str = "\
static int count, limit;
int lock(int m);
int helper(int x) { return x * 3; }
int put(int v)
{
    int r = lock(v);
    if (r != 0) return -1;
    if (count >= limit) {
full:   return -2;
    }
    count = count + helper(v);
    return count;
}
";

#[test]
fn stubs_say_what_functions_do() {
    let stubs = [
        "lock(m): same(count, limit) && result == 0",
        "helper(x): same(count, limit) && result == x + 1",
    ];
    Case { stubs: &stubs, find: Some("<> (at(end) && result == -1)"), ..Case::new(BUFFER, "put") }
        .check(expect![[r#"
            6 7 8 11 12 13: count < limit && lock() == 0 && helper() == v + 1 && count + helper() == -1
            no further path"#]]);
    Case { stubs: &stubs, path: Some("full"), ..Case::new(BUFFER, "put") }.check(expect![[r#"
        6 7 8 9: count >= limit && lock() == 0
        no further path"#]]);
    let stubs = ["lock(m): same(limit) && count' > count && result == 0"];
    Case {
        stubs: &stubs,
        requires: Some("limit == 5 && count == 5"),
        find: Some("<> at(11)"),
        ..Case::new(BUFFER, "put")
    }
    .check(expect!["no further path"]);
}

#[test]
fn over_integers_what_stubs_leave_open_is_eliminated() {
    let numbers = Numbers::Integers;
    let stubs = [
        "lock(m): same(count, limit) && result == 0",
        "helper(x): same(count, limit) && result > x && result < 2 * x",
    ];
    let even = ["lock(m): same(count, limit) && result == 0", "helper(x): 2 * result == x"];
    Case {
        stubs: &even,
        find: Some("<> (at(end) && result > 100)"),
        numbers,
        ..Case::new(BUFFER, "put")
    }
    .check(expect![[r#"
        6 7 8 11 12 13: count < limit && v % 2 == 0 && v + 2 * count >= 202
        no further path"#]]);
    Case {
        stubs: &stubs,
        find: Some("<> (at(end) && result == 100)"),
        numbers,
        ..Case::new(BUFFER, "put")
    }
    .check(expect![[r#"
        6 7 8 11 12 13: count < limit && v + count <= 99 && 2 * v + count >= 101
        no further path"#]]);
    Case { numbers, ..gcd(2) }.check(expect![[r#"
        3 4 5 6 7 4 9 10: a > 0 && b > 0 && a % b == 0
        3 4 5 6 7 4 5 6 7 4 9 10: a > 0 && b > 0 && a % b != 0
        all cases"#]]);
}

/// Functions whose numbers C wraps around.
pub(super) const WRAPS: &str = "\
int wrap(int x)
{
    int y = x + 1;
    if (y < x)
        return 1;
    return 0;
}
int beyond(int x, int y)
{
    long sum = x + y;
    if (sum > 3000000000)
        return 1;
    return x > 2147483647;
}
int down(unsigned u)
{
    if (u - 1 > u)
        return 1;
    return -(7 / 2) == -7 / 2 && -7 % 2 == -1;
}
int bits(int x, int y, unsigned char c)
{
    if (x & 3)
        return x >> 1;
    if (c & 16)
        return 1;
    return (x | y) == 12;
}
int cut(int x)
{
    unsigned char c = x;
    return c;
}
int square(int x)
{
    if (x * x == -1)
        return 1;
    return x * x == 2;
}
";

#[test]
fn over_integers_nothing_wraps_around() {
    let both = |function: &str, machine: Expect, integers: Expect| {
        Case::new(WRAPS, function).check(machine);
        Case { numbers: Numbers::Integers, ..Case::new(WRAPS, function) }.check(integers);
    };
    both(
        "wrap",
        expect![[r#"
        3 4 6 7: x + 1 >= x
        3 4 5 7: x + 1 < x
        all cases"#]],
        expect![[r#"
        3 4 6 7: true
        all cases"#]],
    );
    both(
        "beyond",
        expect![[r#"
        10 11 13 14: true
        all cases"#]],
        expect![[r#"
        10 11 13 14: x + y <= 3000000000
        10 11 12 14: x + y >= 3000000001
        all cases"#]],
    );
    both(
        "down",
        expect![[r#"
        17 19 20: u >= u - 1
        17 18 20: u < u - 1
        all cases"#]],
        expect![[r#"
        17 19 20: true
        all cases"#]],
    );
    Case {
        numbers: Numbers::Integers,
        find: Some("<> (at(end) && result == 1)"),
        ..Case::new(WRAPS, "beyond")
    }
    .check(expect![[r#"
        10 11 13 14: x + y <= 3000000000 && x >= 2147483648
        10 11 12 14: x + y >= 3000000001
        no further path"#]]);
}

#[test]
fn over_integers_what_has_no_meaning_is_told() {
    let check = |function: &str, expected: Expect| {
        Case { numbers: Numbers::Integers, ..Case::new(WRAPS, function) }.check(expected);
    };
    check(
        "bits",
        expect![[r#"
        23 24 28: (x % 4 < 0 ? x % 4 + 4 : x % 4) != 0
        23 25 26 28: ((x % 4 < 0 ? x % 4 + 4 : x % 4) == 0) && (c & 16) != 0
        doubt in 27: the bits of an integer without a width
        perhaps more"#]],
    );
    check(
        "cut",
        expect![[r#"
            31 32 33: x >= 0 && x <= 255
            doubt in 31: a number that does not fit the character it becomes
            perhaps more"#]],
    );
    check(
        "square",
        expect![[r#"
        36 38 39: true
        all cases"#]],
    );
}
