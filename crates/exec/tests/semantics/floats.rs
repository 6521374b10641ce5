//! Rule E6, and the predicates of overflow.

use crate::run::check_end;
use expect_test::expect;

#[test]
fn e6_arithmetic_rounds_to_the_nearest_even() {
    check_end(
        r#"
        global third: f32 = 1 as f32 / 3 as f32
        global third_64: f64 = 1 as f64 / 3 as f64
        global tie_down: f32 = 16777217 as f32
        global tie_up: f32 = 16777219 as f32
        global sum: f64 = 1 as f64 / 10 as f64 + 2 as f64 / 10 as f64
        global lost: bool = 9007199254740993i64 as f64 == 9007199254740992i64 as f64
        global kept_extended: bool = 9007199254740993i64 as f80 != 9007199254740992i64 as f80
        global kept_quad: bool = (1u128 << 112u128) as f128 + 1 as f128 != (1u128 << 112u128) as f128
        global lost_quad: bool = (1u128 << 113u128) as f128 + 1 as f128 == (1u128 << 113u128) as f128
        global lost_extended: bool = (1u128 << 64u128) as f80 + 1 as f80 == (1u128 << 64u128) as f80
        global infinity: f32 = 1 as f32 / 0 as f32
        global minus_zero: f32 = -(0 as f32)
        global minus_infinity: f32 = 1 as f32 / -(0 as f32)
        global largest: f32 = f32::2139095039
        global overflow: f32 = f32::2139095039 + f32::2139095039
        global smallest: f64 = f64::1
        global underflow: f64 = f64::1 / 2 as f64"#,
        expect![[r#"
            third=0.33333334
            third_64=0.3333333333333333
            tie_down=16777216.0
            tie_up=16777220.0
            sum=0.30000000000000004
            lost=true
            kept_extended=true
            kept_quad=true
            lost_quad=true
            lost_extended=true
            infinity=inf
            minus_zero=-0.0
            minus_infinity=-inf
            largest=3.4028235e38
            overflow=inf
            smallest=5e-324
            underflow=0.0
        "#]],
    );
}

#[test]
fn e6_remainder_is_that_of_fmod() {
    check_end(
        r#"
        global a: f64 = 7 as f64 % 3 as f64
        global b: f64 = -(7 as f64) % 3 as f64
        global c: f64 = 7 as f64 % -(3 as f64)
        global zero: f64 = -(6 as f64) % 3 as f64
        global by_zero: f64 = 7 as f64 % 0 as f64
        global of_infinity: f64 = (1 as f64 / 0 as f64) % 3 as f64
        global by_infinity: f64 = 7 as f64 % (1 as f64 / 0 as f64)
        global large: f64 = 1000000000000000000i64 as f64 % 7 as f64
        global extended: f80 = 15 as f80 / 2 as f80 % 2 as f80"#,
        expect![[r#"
            a=1.0
            b=-1.0
            c=1.0
            zero=-0.0
            by_zero=NaN
            of_infinity=NaN
            by_infinity=7.0
            large=1.0
            extended=1.5
        "#]],
    );
}

#[test]
fn e6_nothing_equals_a_nan_and_all_nans_are_one() {
    check_end(
        r#"
        global nan: f32 = 0 as f32 / 0 as f32
        global bits: u32 = reinterpret(nan, u32)
        global other: u32 = reinterpret(reinterpret(4290772993u32, f32) + 1 as f32, u32)
        global of_root: u64 = reinterpret(sqrt(-(1 as f64)), u64)
        global extended_bits: u80 = reinterpret(0 as f80 / 0 as f80, u80)
        global negated: u32 = reinterpret(-nan, u32)
        global eq: bool = nan == nan
        global ne: bool = nan != nan
        global lt: bool = nan < 1 as f32
        global le: bool = nan <= nan
        global zeros: bool = -(0 as f32) == 0 as f32
        global is_true: bool = nan as bool
        global zero_is_false: bool = -(0 as f32) as bool
        global half_is_true: bool = (1 as f32 / 2 as f32) as bool
        global widened: u64 = reinterpret(nan as f64, u64)"#,
        expect![[r#"
            nan=NaN
            bits=2143289344
            other=2143289344
            of_root=9221120237041090560
            extended_bits=604458298121296159965184
            negated=4290772992
            eq=false
            ne=true
            lt=false
            le=false
            zeros=true
            is_true=true
            zero_is_false=false
            half_is_true=true
            widened=9221120237041090560
        "#]],
    );
}

#[test]
fn e6_floats_become_integers_by_truncation() {
    check_end(
        r#"
        global a: i32 = (15 as f64 / 2 as f64) as i32
        global b: i32 = -(15 as f64 / 2 as f64) as i32
        global c: u8 = -(1 as f32 / 2 as f32) as u8
        global nan: i32 = (0 as f32 / 0 as f32) as i32
        global too_large: i32 = 2147483648i64 as f64 as i32
        global smallest: i32 = -2147483648i64 as f64 as i32
        global negative: u8 = -1 as f32 as u8
        global fits: u8 = 255 as f32 as u8
        global does_not: u8 = 256 as f32 as u8
        global wide: u128 = f32::2139095039 as u128
        global widest: i128 = -170141183460469231731687303715884105728i128 as f64 as i128
        global too_wide: i128 = 170141183460469231731687303715884105727i128 as f64 as i128"#,
        expect![[r#"
            a=7
            b=-7
            c=0
            nan=0
            too_large=0
            smallest=-2147483648
            negative=0
            fits=255
            does_not=0
            wide=340282346638528859811704183484516925440
            widest=-170141183460469231731687303715884105728
            too_wide=0
        "#]],
    );
}

#[test]
fn e6_integers_become_the_nearest_float() {
    check_end(
        r#"
        global a: f32 = 255u8 as f32
        global b: f32 = -1i8 as f32
        global c: f64 = 18446744073709551615u64 as f64
        global d: f32 = 340282366920938463463374607431768211455u128 as f32
        global e: f32 = true as f32
        global down: f32 = (1 as f64 / 3 as f64) as f32
        global up: f64 = (1 as f32 / 3 as f32) as f64
        global extended: u80 = reinterpret(1 as f80, u80)
        global extended_third: u80 = reinterpret(1 as f80 / 3 as f80, u80)
        global quad: u128 = reinterpret(1 as f128, u128)
        global not_the_value: u32 = reinterpret(2 as f32, u32)
        global bits_of_int: f32 = reinterpret(-1082130432, f32)"#,
        expect![[r#"
            a=255.0
            b=-1.0
            c=1.8446744073709552e19
            d=inf
            e=1.0
            down=0.33333334
            up=0.3333333432674408
            extended=302222231531620438900736
            extended_third=302188412500818638056107
            quad=85065399433376081038215121361612832768
            not_the_value=1073741824
            bits_of_int=-1.0
        "#]],
    );
}

#[test]
fn e6_rounding_to_integers() {
    check_end(
        r#"
        global half: f64 = 5 as f64 / 2 as f64
        global even: f64 = round_even(half)
        global away: f64 = round_away(half)
        global zero: f64 = round_zero(-half)
        global down: f64 = round_down(-half)
        global up: f64 = round_up(-half)
        global even_negative: f64 = round_even(-half)
        global away_negative: f64 = round_away(-half)
        global minus_zero: f64 = round_up(-(1 as f64 / 4 as f64))
        global large: f64 = round_down(9007199254740993i64 as f64)
        global nan: f64 = round_up(0 as f64 / 0 as f64)
        global infinite: f64 = round_even(1 as f64 / 0 as f64)"#,
        expect![[r#"
            half=2.5
            even=2.0
            away=3.0
            zero=-2.0
            down=-3.0
            up=-2.0
            even_negative=-2.0
            away_negative=-3.0
            minus_zero=-0.0
            large=9007199254740992.0
            nan=NaN
            infinite=inf
        "#]],
    );
}

#[test]
fn e6_roots_are_correctly_rounded() {
    check_end(
        r#"
        global two: u64 = reinterpret(sqrt(2 as f64), u64)
        global two_single: u32 = reinterpret(sqrt(2 as f32), u32)
        global two_extended: u80 = reinterpret(sqrt(2 as f80), u80)
        global two_quad: u128 = reinterpret(sqrt(2 as f128), u128)
        global exact: f80 = sqrt(144 as f80)
        global smallest: u64 = reinterpret(sqrt(f64::1), u64)
        global minus_zero: f32 = sqrt(-(0 as f32))
        global infinite: f32 = sqrt(1 as f32 / 0 as f32)"#,
        expect![[r#"
            two=4609047870845172685
            two_single=1068827891
            two_extended=302226051977408916907140
            two_quad=85067550153154753379518018897890962069
            exact=12.0
            smallest=2188749418902061056
            minus_zero=-0.0
            infinite=inf
        "#]],
    );
}

#[test]
fn overflow_is_told_at_every_width() {
    check_end(
        r#"
        global i8: [bool; 8] = {
            [0] = add_overflows(127i8, 0i8), [1] = add_overflows(127i8, 1i8),
            [2] = sub_overflows(-128i8, 0i8), [3] = sub_overflows(-128i8, 1i8),
            [4] = mul_overflows(63i8, 2i8), [5] = mul_overflows(64i8, 2i8),
            [6] = mul_overflows(-128i8, 127i8), [7] = mul_overflows(-128i8, -1i8)
        }
        global u8: [bool; 8] = {
            [0] = add_overflows(255u8, 0u8), [1] = add_overflows(255u8, 1u8),
            [2] = sub_overflows(0u8, 0u8), [3] = sub_overflows(0u8, 1u8),
            [4] = mul_overflows(127u8, 2u8), [5] = mul_overflows(128u8, 2u8),
            [6] = mul_overflows(0u8, 255u8), [7] = sub_overflows(0u8, 255u8)
        }
        global i32: [bool; 8] = {
            [0] = add_overflows(2147483647i32, 0i32), [1] = add_overflows(2147483647i32, 1i32),
            [2] = sub_overflows(-2147483648i32, 0i32), [3] = sub_overflows(-2147483648i32, 1i32),
            [4] = mul_overflows(1073741823i32, 2i32), [5] = mul_overflows(1073741824i32, 2i32),
            [6] = mul_overflows(-2147483648i32, 2147483647i32), [7] = mul_overflows(-2147483648i32, -1i32)
        }
        global u32: [bool; 8] = {
            [0] = add_overflows(4294967295u32, 0u32), [1] = add_overflows(4294967295u32, 1u32),
            [2] = sub_overflows(0u32, 0u32), [3] = sub_overflows(0u32, 1u32),
            [4] = mul_overflows(2147483647u32, 2u32), [5] = mul_overflows(2147483648u32, 2u32),
            [6] = mul_overflows(0u32, 4294967295u32), [7] = sub_overflows(0u32, 4294967295u32)
        }
        global i64: [bool; 8] = {
            [0] = add_overflows(9223372036854775807i64, 0i64), [1] = add_overflows(9223372036854775807i64, 1i64),
            [2] = sub_overflows(-9223372036854775808i64, 0i64), [3] = sub_overflows(-9223372036854775808i64, 1i64),
            [4] = mul_overflows(4611686018427387903i64, 2i64), [5] = mul_overflows(4611686018427387904i64, 2i64),
            [6] = mul_overflows(-9223372036854775808i64, 9223372036854775807i64), [7] = mul_overflows(-9223372036854775808i64, -1i64)
        }
        global u64: [bool; 8] = {
            [0] = add_overflows(18446744073709551615u64, 0u64), [1] = add_overflows(18446744073709551615u64, 1u64),
            [2] = sub_overflows(0u64, 0u64), [3] = sub_overflows(0u64, 1u64),
            [4] = mul_overflows(9223372036854775807u64, 2u64), [5] = mul_overflows(9223372036854775808u64, 2u64),
            [6] = mul_overflows(0u64, 18446744073709551615u64), [7] = sub_overflows(0u64, 18446744073709551615u64)
        }
        global i128: [bool; 8] = {
            [0] = add_overflows(170141183460469231731687303715884105727i128, 0i128), [1] = add_overflows(170141183460469231731687303715884105727i128, 1i128),
            [2] = sub_overflows(-170141183460469231731687303715884105728i128, 0i128), [3] = sub_overflows(-170141183460469231731687303715884105728i128, 1i128),
            [4] = mul_overflows(85070591730234615865843651857942052863i128, 2i128), [5] = mul_overflows(85070591730234615865843651857942052864i128, 2i128),
            [6] = mul_overflows(-170141183460469231731687303715884105728i128, 170141183460469231731687303715884105727i128), [7] = mul_overflows(-170141183460469231731687303715884105728i128, -1i128)
        }
        global u128: [bool; 8] = {
            [0] = add_overflows(340282366920938463463374607431768211455u128, 0u128), [1] = add_overflows(340282366920938463463374607431768211455u128, 1u128),
            [2] = sub_overflows(0u128, 0u128), [3] = sub_overflows(0u128, 1u128),
            [4] = mul_overflows(170141183460469231731687303715884105727u128, 2u128), [5] = mul_overflows(170141183460469231731687303715884105728u128, 2u128),
            [6] = mul_overflows(0u128, 340282366920938463463374607431768211455u128), [7] = sub_overflows(0u128, 340282366920938463463374607431768211455u128)
        }"#,
        expect![[r#"
            i8[0]=false
            i8[1]=true
            i8[2]=false
            i8[3]=true
            i8[4]=false
            i8[5]=true
            i8[6]=true
            i8[7]=true
            u8[0]=false
            u8[1]=true
            u8[2]=false
            u8[3]=true
            u8[4]=false
            u8[5]=true
            u8[6]=false
            u8[7]=true
            i32[0]=false
            i32[1]=true
            i32[2]=false
            i32[3]=true
            i32[4]=false
            i32[5]=true
            i32[6]=true
            i32[7]=true
            u32[0]=false
            u32[1]=true
            u32[2]=false
            u32[3]=true
            u32[4]=false
            u32[5]=true
            u32[6]=false
            u32[7]=true
            i64[0]=false
            i64[1]=true
            i64[2]=false
            i64[3]=true
            i64[4]=false
            i64[5]=true
            i64[6]=true
            i64[7]=true
            u64[0]=false
            u64[1]=true
            u64[2]=false
            u64[3]=true
            u64[4]=false
            u64[5]=true
            u64[6]=false
            u64[7]=true
            i128[0]=false
            i128[1]=true
            i128[2]=false
            i128[3]=true
            i128[4]=false
            i128[5]=true
            i128[6]=true
            i128[7]=true
            u128[0]=false
            u128[1]=true
            u128[2]=false
            u128[3]=true
            u128[4]=false
            u128[5]=true
            u128[6]=false
            u128[7]=true
        "#]],
    );
}
