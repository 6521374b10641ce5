//! The macros that are defined before the first line, compared with gcc's.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::{DataModel, Options};

use super::reference::{outcome, program_with};

/// What depends on options, and on instructions that a program could only use by assembler code or headers of the compiler.
const LEFT_OUT: &[&str] = &[
    "_STDC_PREDEF_H",
    "__ATOMIC_HLE_",
    "__FLT_EVAL_METHOD",
    "__FXSR__",
    "__GCC_ASM_FLAG",
    "__GCC_HAVE_DWARF2",
    "__LAHF_SAHF__",
    "__MMX",
    "__NO_INLINE__",
    "__PIC__",
    "__PIE__",
    "__SEG_",
    "__SSE",
    "__i686",
    "__pentiumpro",
    "__pic__",
    "__pie__",
];

fn macros(machine: &str) -> Option<Vec<(String, String)>> {
    let version = Command::new("gcc").arg("-dumpversion").output().ok()?;
    let target = Command::new("gcc").arg("-dumpmachine").output().ok()?;
    if version.stdout.trim_ascii() != b"12" || !target.stdout.starts_with(b"x86_64") {
        return None;
    }
    let output = Command::new("gcc")
        .args([machine, "-std=gnu17", "-dM", "-E", "-x", "c", "-"])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let macros = text.lines().filter_map(|line| {
        let definition = line.strip_prefix("#define ")?;
        let (name, value) = definition.split_once(' ').unwrap_or((definition, ""));
        Some((name.to_owned(), value.to_owned()))
    });
    Some(macros.filter(|it| !LEFT_OUT.iter().any(|left| it.0.starts_with(left))).collect())
}

fn check(machine: &str, data_model: DataModel) {
    let Some(macros) = macros(machine) else { return };
    let mut text = "#include <assert.h>\n#include <string.h>\n#define TEXT(x...) #x\n#define SHOWN(x) TEXT(x)\n".to_owned();
    let mut body = String::new();
    for (name, value) in &macros {
        let plain = name.split('(').next().unwrap_or(name);
        _ = writeln!(text, "#ifndef {plain}\n#error {name}\n#endif");
        if plain == name {
            _ = writeln!(body, "    assert(strcmp(SHOWN({name}), SHOWN({value})) == 0);");
        }
    }
    _ = writeln!(text, "int main(void) {{\n{body}    return 0;\n}}");
    let options = Options { data_model, ..Options::default() };
    let checks = Checks::parse("default").expect("the word should be known");
    let choices = Choices { checks, ..Choices::default() };
    assert_eq!(outcome(&program_with(&text, &choices, &options)), "fine");
    assert!(macros.len() > 200);
}

#[test]
fn macros_are_those_of_gcc() {
    check("-m64", DataModel::Lp64);
    check("-m32", DataModel::Ilp32);
}
