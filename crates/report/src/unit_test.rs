//! Generated tests of functions, in C: for a `main` with `assert`, and for frameworks.

use tribunal_ir::{FloatShape, Ty};

use crate::harness::literal::literal;

/// Whose format a test has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// A `main` and `assert`.
    #[default]
    Plain,
    /// Unity (ThrowTheSwitch).
    Unity,
    /// cmocka.
    Cmocka,
}

/// A test of a function.
#[derive(Clone, Debug)]
pub struct UnitTest {
    /// Its name, as C has names.
    pub name: String,
    /// What it says about itself; one line each.
    pub about: Vec<String>,
    /// What stands before the function's file.
    pub prologue: String,
    /// The file that defines the function, as it is included.
    pub source: String,
    /// Whether that file defines `main`.
    pub has_main: bool,
    /// Functions that the test needs.
    pub functions: String,
    /// The statements up to the call.
    pub lines: Vec<String>,
    /// What must hold then, as C expressions.
    pub checks: Vec<String>,
}

/// The text of a test.
#[must_use]
pub fn test_text(test: &UnitTest, framework: Framework) -> String {
    let name = &test.name;
    let (headers, parameters, check) = match framework {
        Framework::Plain => ("#undef NDEBUG\n#include <assert.h>\n", "void", "assert"),
        Framework::Unity => (
            "#include \"unity.h\"\nvoid setUp(void) {}\nvoid tearDown(void) {}\n",
            "void",
            "TEST_ASSERT_TRUE",
        ),
        Framework::Cmocka => (
            "#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\n",
            "void **state",
            "assert_true",
        ),
    };
    let mut text: String = test.about.iter().map(|it| format!("// {it}\n")).collect();
    text.push_str(headers);
    text.push_str(&test.prologue);
    let include = format!(
        "#ifndef TRIBUNAL_SOURCE\n#define TRIBUNAL_SOURCE \"{}\"\n#endif\n#include TRIBUNAL_SOURCE\n",
        test.source
    );
    if test.has_main {
        text.push_str(&format!("#define main program_main\n{include}#undef main\n"));
    } else {
        text.push_str(&include);
    }
    text.push_str(&format!("\n{}static void {name}({parameters}) {{\n", test.functions));
    for line in &test.lines {
        text.push_str(&format!("    {line}\n"));
    }
    for it in &test.checks {
        text.push_str(&format!("    {check}({it});\n"));
    }
    text.push_str("}\n\nint main(void) {\n");
    text.push_str(&match framework {
        Framework::Plain => format!("    {name}();\n    return 0;\n"),
        Framework::Unity => {
            format!("    UNITY_BEGIN();\n    RUN_TEST({name});\n    return UNITY_END();\n")
        }
        Framework::Cmocka => format!(
            "    const struct CMUnitTest tests[] = {{cmocka_unit_test({name})}};\n    \
             return cmocka_run_group_tests(tests, 0, 0);\n"
        ),
    });
    text.push_str("}\n");
    text
}

/// A number of a type that C names like this; floats by their bits.
#[must_use]
pub fn number(ty: &str, value: i128) -> String {
    let float = |shape| literal(Ty::Float(shape), value);
    match ty {
        "float" => float(FloatShape::Single),
        "double" => float(FloatShape::Double),
        "long double" => float(FloatShape::Extended),
        _ if i32::try_from(value).is_ok() => value.to_string(),
        _ if ty.contains("unsigned") && u32::try_from(value).is_ok() => format!("{value}u"),
        _ if value == i128::from(i64::MIN) => format!("({}LL - 1)", value + 1),
        _ if i64::try_from(value).is_ok() => format!("{value}LL"),
        _ => format!("{value}ULL"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Framework, UnitTest, number, test_text};
    use expect_test::expect;

    fn example() -> UnitTest {
        UnitTest {
            name: "test_half_1".to_owned(),
            about: vec!["condition: a > 1".to_owned()],
            prologue: String::new(),
            source: "half.c".to_owned(),
            has_main: false,
            functions: String::new(),
            lines: vec!["int a = 4;".to_owned(), "int result = half(a);".to_owned()],
            checks: vec!["result == 2".to_owned()],
        }
    }

    #[test]
    fn a_test_is_a_program() {
        expect![[r#"
            // condition: a > 1
            #undef NDEBUG
            #include <assert.h>
            #ifndef TRIBUNAL_SOURCE
            #define TRIBUNAL_SOURCE "half.c"
            #endif
            #include TRIBUNAL_SOURCE

            static void test_half_1(void) {
                int a = 4;
                int result = half(a);
                assert(result == 2);
            }

            int main(void) {
                test_half_1();
                return 0;
            }
        "#]]
        .assert_eq(&test_text(&example(), Framework::Plain));
    }

    #[test]
    fn frameworks_have_their_own_words() {
        let unity = test_text(&example(), Framework::Unity);
        assert!(unity.contains("TEST_ASSERT_TRUE(result == 2);"), "{unity}");
        assert!(unity.contains("RUN_TEST(test_half_1);"), "{unity}");
        let cmocka = test_text(&example(), Framework::Cmocka);
        assert!(cmocka.contains("assert_true(result == 2);"), "{cmocka}");
        assert!(cmocka.contains("static void test_half_1(void **state)"), "{cmocka}");
    }

    #[test]
    fn numbers_keep_their_values() {
        assert_eq!(number("int", -5), "-5");
        assert_eq!(number("long", i64::MIN.into()), "(-9223372036854775807LL - 1)");
        assert_eq!(number("unsigned long", u64::MAX.into()), "18446744073709551615ULL");
        assert_eq!(number("unsigned", 4_000_000_000), "4000000000u");
        assert_eq!(number("double", 0.5_f64.to_bits().into()), "5e-1");
    }
}
