//! What the compiler provides: each builtin of the table has an example that holds when gcc has compiled it, and must hold here.

use std::collections::BTreeSet;

use tribunal_front_c::support::builtins;

use super::machine;
use super::reference::outcome_of;

/// Conditions that hold.
#[rustfmt::skip]
const HOLDS: &[&str] = &[
    // Overflow
    "__builtin_add_overflow(max, 1, &i) && i == min && !__builtin_add_overflow(1u, -1, &i) && i == 0",
    "__builtin_sub_overflow(min, 1, &i) && i == max && __builtin_sub_overflow(0u, 1u, &u)",
    "__builtin_mul_overflow(max, 2, &i) && i == -2 && !__builtin_mul_overflow(max, 2, &l) && l == 4294967294",
    "__builtin_add_overflow_p(max, 1, i) && !__builtin_sub_overflow_p(1, 2, i) && __builtin_mul_overflow_p(max, 2, i)",
    "__builtin_sadd_overflow(max, 1, &i) && __builtin_saddl_overflow(~0UL >> 1, 1, &l) && !__builtin_saddll_overflow(1, 1, &ll)",
    "__builtin_ssub_overflow(min, 1, &i) && !__builtin_ssubl_overflow(1, 1, &l) && !__builtin_ssubll_overflow(1, 3, &ll) && ll == -2",
    "__builtin_smul_overflow(max, 2, &i) && __builtin_smull_overflow(~0UL >> 1, 2, &l) && !__builtin_smulll_overflow(3, -3, &ll) && ll == -9",
    "__builtin_uadd_overflow(-1, 1, &u) && u == 0 && __builtin_uaddl_overflow(-1, 1, &ul) && __builtin_uaddll_overflow(-1, 1, &ull)",
    "__builtin_usub_overflow(0, 1, &u) && u == -1u && __builtin_usubl_overflow(0, 1, &ul) && __builtin_usubll_overflow(0, 1, &ull)",
    "__builtin_umul_overflow(-1, 2, &u) && u == -2u && !__builtin_umull_overflow(3, 2, &ul) && !__builtin_umulll_overflow(3, 2, &ull)",
    // Bits
    "__builtin_abs(-three) == 3 && __builtin_labs(-three) == 3 && __builtin_llabs(-three) == 3",
    "__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(three) == 0x3000000 && __builtin_bswap64(three) == 3UL << 56",
    "(__builtin_bswap128((unsigned __int128)three) >> 120) == 3",
    "__builtin_clrsb(three) == 29 && __builtin_clrsb(-three) == 29 && __builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(min) == 0",
    "__builtin_clrsbl(three) == 61 && __builtin_clrsbll(-three) == 61 && __builtin_clrsb(three - 3) == 31 && __builtin_clrsb(three - 4) == 31",
    "__builtin_clz(three) == 30 && __builtin_clzl(three) == 62 && __builtin_clzll(three) == 62 && __builtin_clz(1) == 31",
    "__builtin_ctz(three * 4) == 2 && __builtin_ctzl(three * 4) == 2 && __builtin_ctzll(1ULL << 40) == 40",
    "__builtin_ffs(three * 4) == 3 && __builtin_ffs(0) == 0 && __builtin_ffsl(0) == 0 && __builtin_ffsll(1LL << 40) == 41",
    "__builtin_parity(three) == 0 && __builtin_parityl(7) == 1 && __builtin_parityll(three) == 0",
    "__builtin_popcount(three) == 2 && __builtin_popcountl(-1) == 64 && __builtin_popcountll(three) == 2",
    // Floats
    "__builtin_ceil(half) == 1 && __builtin_ceilf(half) == 1 && __builtin_ceill(half) == 1",
    "__builtin_floor(-half) == -1 && __builtin_floorf(-half) == -1 && __builtin_floorl(-half) == -1",
    "__builtin_trunc(-half) == 0 && __builtin_truncf(three + half) == 3 && __builtin_truncl(half) == 0",
    "__builtin_round(half) == 1 && __builtin_roundf(-half) == -1 && __builtin_roundl(half) == 1",
    "__builtin_rint(half) == 0 && __builtin_rintf(half) == 0 && __builtin_rintl(half + 1) == 2",
    "__builtin_nearbyint(half) == 0 && __builtin_nearbyintf(half) == 0 && __builtin_nearbyintl(half + 1) == 2",
    "__builtin_fabs(-half) == half && __builtin_fabsf(-half) == half && __builtin_fabsl(-half) == half",
    "__builtin_sqrt(half * half) == half && __builtin_sqrtf(half * half) == half && __builtin_sqrtl(half * half) == half",
    "__builtin_copysign(half, -1) == -half && __builtin_copysignf(half, -1) == -half && __builtin_copysignl(half, -1) == -half",
    "__builtin_fmax(half, 1) == 1 && __builtin_fmaxf(half, 1) == 1 && __builtin_fmaxl(half, 1) == 1",
    "__builtin_fmin(half, 1) == half && __builtin_fminf(half, 1) == half && __builtin_fminl(half, 1) == half",
    "__builtin_inf() > 1e308 && __builtin_inff() > 1e38f && __builtin_infl() > 1e4000L && __builtin_inff32() > 1 && __builtin_inff64() > 1 && __builtin_inff128() > 1",
    "__builtin_huge_val() > 1e308 && __builtin_huge_valf() > 1e38f && __builtin_huge_vall() > 1e4000L",
    "__builtin_huge_valf32() > 1 && __builtin_huge_valf64() > 1 && __builtin_huge_valf128() > 1",
    "__builtin_isnan(__builtin_nan(\"\")) && __builtin_isnan(__builtin_nanf(\"\")) && __builtin_isnan(__builtin_nanl(\"\"))",
    "__builtin_isnan(__builtin_nanf32(\"\")) && __builtin_isnan(__builtin_nanf64(\"\")) && __builtin_isnan(__builtin_nanf128(\"\"))",
    // Questions about floats
    "__builtin_finite(half) && !__builtin_finitef(__builtin_inff()) && __builtin_finitel(half) && __builtin_isfinite(half)",
    "__builtin_fpclassify(0, 1, 2, 3, 4, half) == 2 && __builtin_fpclassify(0, 1, 2, 3, 4, 0.0) == 4 && __builtin_fpclassify(0, 1, 2, 3, 4, 1e-310) == 3",
    "__builtin_isgreater(1.0, half) && __builtin_isgreaterequal(half, half) && __builtin_isless(half, 1.0) && __builtin_islessequal(half, half)",
    "__builtin_islessgreater(1.0, half) && !__builtin_islessgreater(half, half) && __builtin_isunordered(half, __builtin_nan(\"\"))",
    "__builtin_isinf(__builtin_inf()) && __builtin_isinff(__builtin_inff()) && __builtin_isinfl(__builtin_infl()) && __builtin_isinf_sign(-__builtin_inf()) == -1",
    "!__builtin_isnan(half) && !__builtin_isnanf(half) && !__builtin_isnanl(half) && __builtin_isnormal(half) && !__builtin_isnormal(0.0)",
    "__builtin_signbit(-half) && !__builtin_signbitf(half) && __builtin_signbitl(-half) && __builtin_signbit(-0.0)",
    // The language
    "__builtin_choose_expr(1, 5, (void)0) == 5 && __builtin_types_compatible_p(int, const int) && !__builtin_types_compatible_p(int, long)",
    "__builtin_expect(three, 4) == 3 && __builtin_expect_with_probability(three, 4, 0.5) == 3 && __builtin_offsetof(struct pair, second) == 8",
    "sum(2, 30, 4) == 68 && (((char *)__builtin_alloca(3))[2] = 5) == 5",
    "three == 3 || (__builtin_trap(), 0) || (__builtin_unreachable(), 0)",
    "__builtin_constant_p(3) && __builtin_constant_p(3 + 4 * 2) && __builtin_constant_p(\"abc\")",
    "__builtin_object_size(array, 0) == sizeof array && __builtin_dynamic_object_size(array, 0) == sizeof array",
    "(__builtin_prefetch(array), __builtin___clear_cache(array, array), __builtin_assume_aligned(array, 4) == array)",
    // Atomic operations
    "__atomic_fetch_add(&n, 3, 5) == 10 && __atomic_add_fetch(&n, 1, 5) == 14 && __atomic_fetch_sub(&n, 4, 5) == 14 && __atomic_sub_fetch(&n, 1, 5) == 9",
    "__atomic_fetch_and(&n, 6, 5) == 10 && __atomic_and_fetch(&n, 3, 5) == 2 && __atomic_fetch_or(&n, 5, 5) == 2 && __atomic_or_fetch(&n, 8, 5) == 15",
    "__atomic_fetch_xor(&n, 3, 5) == 10 && __atomic_xor_fetch(&n, 1, 5) == 8 && __atomic_fetch_nand(&n, 9, 5) == 8 && __atomic_nand_fetch(&n, 1, 5) == -2",
    "(__atomic_store_n(&n, 4, 5), __atomic_load_n(&n, 5)) == 4 && __atomic_exchange_n(&n, 7, 5) == 4 && n == 7",
    "(i = 6, __atomic_store(&n, &i, 5), __atomic_load(&n, &j, 5), j == 6) && (i = 9, __atomic_exchange(&n, &i, &j, 5), j == 6 && n == 9)",
    "(i = 10, j = 3, __atomic_compare_exchange(&n, &i, &j, 0, 5, 5)) && n == 3 && !__atomic_compare_exchange_n(&n, &i, 5, 0, 5, 5) && i == 3",
    "(__atomic_thread_fence(5), __atomic_signal_fence(5), __sync_synchronize(), !__atomic_test_and_set(&flag, 5)) && __atomic_test_and_set(&flag, 5) && (__atomic_clear(&flag, 5), !flag)",
    "__sync_fetch_and_add(&n, 3) == 10 && __sync_add_and_fetch(&n, 1) == 14 && __sync_fetch_and_sub(&n, 4) == 14 && __sync_sub_and_fetch(&n, 1) == 9",
    "__sync_fetch_and_and(&n, 6) == 10 && __sync_and_and_fetch(&n, 3) == 2 && __sync_fetch_and_or(&n, 5) == 2 && __sync_or_and_fetch(&n, 8) == 15",
    "__sync_fetch_and_xor(&n, 3) == 10 && __sync_xor_and_fetch(&n, 1) == 8 && __sync_fetch_and_nand(&n, 9) == 8 && __sync_nand_and_fetch(&n, 1) == -2",
    "__sync_bool_compare_and_swap(&n, 10, 5) && __sync_val_compare_and_swap(&n, 5, 6) == 5 && __sync_val_compare_and_swap(&n, 5, 7) == 6 && n == 6",
    "__sync_lock_test_and_set(&n, 5) == 10 && n == 5 && (__sync_lock_release(&n), n == 0) && __sync_fetch_and_add_4(&n, 2) == 0",
];

const PROGRAM: &str = "\
#include <assert.h>
struct pair { int first; long second; };
static int sum(int count, ...) {
    __builtin_va_list list, again;
    __builtin_va_start(list, count);
    __builtin_va_copy(again, list);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += __builtin_va_arg(list, int);
    total += __builtin_va_arg(again, int) + __builtin_va_arg(again, int);
    __builtin_va_end(list);
    __builtin_va_end(again);
    return total;
}
int main(void) {
    volatile int three = 3, max = 2147483647, min = -2147483647 - 1;
    volatile double half = 0.5;
    char array[12] = {0};
    int i, j, n = 10; unsigned u; long l; long long ll; unsigned long ul; unsigned long long ull; _Bool flag = 0;
    assert(CONDITION);
    return 0;
}
";

#[test]
fn builtins_do_what_gcc_does() {
    for (number, condition) in HOLDS.iter().enumerate() {
        let text = PROGRAM.replace("CONDITION", condition);
        if let Some(output) = machine::run(&format!("builtin-{number}"), &text, &[]) {
            assert!(output.status.success(), "gcc: {condition}");
        }
        assert_eq!(outcome_of(&text), "fine", "{condition}");
    }
}

#[test]
fn every_builtin_of_the_table_has_an_example() {
    let text = HOLDS.join(" ") + PROGRAM;
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    let words: BTreeSet<&str> = words.collect();
    for name in builtins::ROWS.iter().flat_map(|it| it.names) {
        let full = format!("__builtin_{name}");
        assert!(words.contains(full.as_str()) || words.contains(name), "{name} has no example");
    }
}

#[test]
fn other_builtins_are_not_supported() {
    let calls = [
        "__builtin_frame_address(0)",
        "__builtin_return_address(0)",
        "__builtin_classify_type(1)",
        "__builtin_alloca_with_align(8, 512)",
        "__builtin_nans(\"\")",
        "__builtin_nan(\"one\")",
        "__builtin_apply_args()",
        "__builtin_setjmp(0)",
        "__builtin_fmal(1.0L, 1.0L, 1.0L)",
        "__builtin_ia32_rdtsc()",
        "__builtin_cpu_supports(\"avx2\")",
        "__builtin___sprintf_chk((char *)0, 0, 0, \"\")",
        "__atomic_always_lock_free(4, 0)",
        "__atomic_fetch_max((int *)0, 1, 5)",
    ];
    for call in calls {
        let outcome = outcome_of(&format!("int main(void) {{ {call}; return 0; }}"));
        assert!(outcome.starts_with("unsupported: "), "{call}: {outcome}");
    }
}
