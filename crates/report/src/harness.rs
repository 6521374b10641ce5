//! Harnesses: C files that feed the values of a run to the program it is a run of, so that a compiler's sanitizers show what is wrong.

mod feed;
pub(crate) mod literal;

use tribunal_engine::Trace;
use tribunal_ir::{Program, PropId, Ty};

use feed::{Allocation, Content, Feed, Text};
use literal::{literal, type_name};

/// How the program is compiled.
#[derive(Clone, Debug)]
pub struct Build<'a> {
    /// Its files.
    pub files: &'a [String],
    /// Macros given on the command line.
    pub defines: &'a [(String, String)],
    /// Where included files are looked for.
    pub include: &'a [String],
    /// The function where it starts.
    pub entry: &'a str,
    /// The path of the harness.
    pub path: &'a str,
}

/// What no sanitizer of gcc sees, and what else could be done, by the name of the property.
fn is_invisible(program: &Program, property: &str, file: &str) -> Option<&'static str> {
    Some(match property {
        "pointer" if file == "<library>/format.c" => "texts that are printed into themselves",
        "lifetime" if program.objects.values().any(|it| it.name == "temporary") => {
            "structs that calls return, after the end of the expression"
        }
        "lifetime" if program.objects.values().any(|it| it.name == "activation") => {
            "jumps to calls that have returned"
        }
        "uninit" => "reads of memory that was never written; valgrind sees some of them",
        "cleanup" => "memory that is not freed but still pointed to; valgrind does",
        "conversion" => "numbers that do not fit the type they are converted to; clang does",
        "return" => "values of functions that returned none",
        "deadlock" => "a program that waits for ever; it just does",
        _ => return None,
    })
}

/// The text of a harness; `None` if the program is not sequential.
#[must_use]
pub fn harness(
    program: &Program,
    property: PropId,
    trace: &Trace,
    build: &Build<'_>,
) -> Option<String> {
    let feed = Feed::of(program, trace, build.entry)?;
    let mut text = heading(program, property, &feed, build);
    text.push_str(CONVENTIONS);
    let name = program.props[property].name.as_str();
    match name {
        "assertions" => text.push_str(REACHED),
        "float" => text.push_str(NOT_A_NUMBER),
        _ => {}
    }
    for input in &feed.inputs {
        text.push_str(&definition(&input.name, input.ty, &input.values));
    }
    for function in &program.undefined {
        let is_fed = feed.inputs.iter().any(|it| it.name == *function);
        if !is_fed && !is_conventional(function) {
            // Nobody asks for its value, or it has none.
            text.push_str(&format!("int {function}() {{ return 0; }}\n"));
        }
    }
    for (name, size) in &program.undefined_variables {
        text.push_str(&variable(name, *size, feed.variables.get(name)));
    }
    for (function, calls) in &feed.allocations {
        if is_fed(calls) {
            text.push_str(&allocation(function, calls));
        }
    }
    text.push_str(&environment(&feed));
    if needs_start(&feed, build) {
        text.push_str(&start(&feed, build));
    }
    Some(text)
}

/// What a harness says about itself, and what every one needs.
fn heading(program: &Program, property: PropId, feed: &Feed, build: &Build<'_>) -> String {
    let name = &program.props[property].name;
    let mut text = format!("// A run that violates `{name}`: {}\n", feed.message);
    if let Some(what) = is_invisible(program, name, &feed.file) {
        text.push_str(&format!("// gcc does not see this: {what}.\n"));
    }
    for what in &feed.unfed {
        text.push_str(&format!("// The run also depends on what a compiler chooses: {what}.\n"));
    }
    text.push_str(&format!("//\n// {}\n\n", command(program, property, feed, build)));
    text
}

/// The command that makes and runs it.
fn command(program: &Program, property: PropId, feed: &Feed, build: &Build<'_>) -> String {
    let mut words = vec!["gcc -g -O0 -w -fno-sanitize-recover=all".to_owned()];
    let name = program.props[property].name.as_str();
    words.push(match name {
        "comparison" => "-fsanitize=address,undefined,pointer-compare,pointer-subtract".to_owned(),
        _ => "-fsanitize=address,undefined".to_owned(),
    });
    if name == "pointer" {
        // Whether areas overlap is looked at in calls only.
        words.push("-fno-builtin".to_owned());
    }
    if name == "assertions" {
        words.push("-finstrument-functions".to_owned());
    }
    if feed.has_uninitialised {
        words.push("-ftrivial-auto-var-init=zero".to_owned());
    }
    if program.pointer_bytes.count() == 4 {
        words.push("-m32".to_owned());
    }
    if needs_start(feed, build) {
        words.push("-Dmain=program_main".to_owned());
    }
    words.extend(build.defines.iter().map(|(name, value)| format!("-D'{name}={value}'")));
    words.extend(build.include.iter().map(|it| format!("-I{it}")));
    let wrapped = feed.allocations.iter().filter(|it| is_fed(it.1));
    words.extend(wrapped.map(|(it, _)| format!("-Wl,--wrap={it}")));
    if build.files.iter().any(|it| it.ends_with(".i")) {
        words.push("-x c".to_owned());
    }
    words.extend(build.files.iter().cloned());
    let program = build.path.strip_suffix(".c").unwrap_or(build.path);
    let run = if program.starts_with('/') { program.to_owned() } else { format!("./{program}") };
    words.push(format!("{} -lm -o {program} && {run}", build.path));
    words.join(" ")
}

/// Functions that verifiers know. They give way to definitions of the program.
const CONVENTIONS: &str = r#"int dprintf(int, const char *, ...);
void abort(void);
void exit(int);
__attribute__((no_instrument_function)) static void shown(const char *what) {
    dprintf(2, "harness: %s\n", what);
    abort();
}
const char *__asan_default_options(void) {
    return "detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:allocator_may_return_null=1";
}
__attribute__((weak)) void reach_error(void) { shown("the error is reached"); }
__attribute__((weak)) void __VERIFIER_error(void) { shown("the error is reached"); }
__attribute__((weak)) void __VERIFIER_assert(int holds) { if (!holds) shown("an assertion is violated"); }
__attribute__((weak)) void __CPROVER_assert(int holds) { if (!holds) shown("an assertion is violated"); }
__attribute__((weak)) void __ESBMC_assert(int holds) { if (!holds) shown("an assertion is violated"); }
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
__attribute__((weak)) void __CPROVER_assume(int holds) { if (!holds) exit(0); }
__attribute__((weak)) void __ESBMC_assume(int holds) { if (!holds) exit(0); }
__attribute__((weak)) void assume_abort_if_not(int holds) { if (!holds) exit(0); }

"#;

/// Whether every harness defines a function.
fn is_conventional(function: &str) -> bool {
    CONVENTIONS.contains(&format!(" {function}("))
}

/// A program may define a function that stands for an error as doing nothing.
const REACHED: &str = "__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller) {
    if (function == (void *)reach_error || function == (void *)__VERIFIER_error) shown(\"the error is reached\");
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller) {}

";

/// An operation that yields no number ends the run (1 is `FE_INVALID` on x86).
const NOT_A_NUMBER: &str = "int feenableexcept(int);
__attribute__((constructor)) static void trap(void) { feenableexcept(1); }

";

/// A function that returns these values in turn, then zeros.
fn definition(name: &str, ty: Ty, values: &[i128]) -> String {
    let result = type_name(ty);
    let listed: Vec<String> = values.iter().map(|it| literal(ty, *it)).collect();
    let (listed, count) = (listed.join(", "), values.len());
    format!(
        "{result} {name}() {{\n    static {result} const values[] = {{{listed}}};\n    \
         static unsigned next;\n    return next < {count} ? values[next++] : 0;\n}}\n"
    )
}

/// A variable that the program only declares. The linker asks for its name alone.
fn variable(name: &str, size: u64, content: Option<&Content>) -> String {
    match content {
        Some(Content::Scalar(ty, value)) => {
            format!("{} {name} = {};\n", type_name(*ty), literal(*ty, *value))
        }
        bytes => {
            let bytes = match bytes {
                Some(Content::Bytes(bytes)) => bytes.as_slice(),
                _ => &[],
            };
            let listed: Vec<String> =
                bytes.iter().map(|(at, byte)| format!("[{at}] = {byte}")).collect();
            format!("_Alignas(16) unsigned char {name}[{size}] = {{{}}};\n", listed.join(", "))
        }
    }
}

fn is_fed(calls: &[Allocation]) -> bool {
    calls.iter().any(|it| it.fails || !it.bytes.is_empty())
}

/// A function that allocates as in the run: it fails where it failed, and what it yields holds what it held.
fn allocation(name: &str, calls: &[Allocation]) -> String {
    let (parameters, arguments) = match name {
        "calloc" => ("__SIZE_TYPE__ count, __SIZE_TYPE__ size", "count, size"),
        "realloc" => ("void *old, __SIZE_TYPE__ size", "old, size"),
        _ => ("__SIZE_TYPE__ size", "size"),
    };
    let mut text = format!(
        "void *__real_{name}({parameters});\nvoid *__wrap_{name}({parameters}) {{\n    \
         static unsigned call;\n    unsigned char *new;\n    switch (call++) {{\n"
    );
    for (number, call) in calls.iter().enumerate() {
        if call.fails {
            text.push_str(&format!("    case {number}: return 0;\n"));
        } else if !call.bytes.is_empty() && name == "malloc" {
            text.push_str(&format!(
                "    case {number}:\n        new = __real_{name}({arguments});\n        if (new) {{\n"
            ));
            for (at, byte) in &call.bytes {
                text.push_str(&format!("            new[{at}] = {byte};\n"));
            }
            text.push_str("        }\n        return new;\n");
        }
    }
    text.push_str(&format!("    }}\n    return __real_{name}({arguments});\n}}\n"));
    text
}

/// A new string in a variable.
fn filled(variable: &str, text: &Text) -> String {
    let mut filled = format!("    {variable} = __builtin_calloc({}, 1);\n", text.length + 1);
    for (at, byte) in text.bytes.iter().filter(|it| it.0 < text.length) {
        filled.push_str(&format!("    {variable}[{at}] = {byte};\n"));
    }
    filled
}

/// The environment as the run finds it.
fn environment(feed: &Feed) -> String {
    if feed.environment.is_empty() {
        return String::new();
    }
    let mut texts = String::from("char *getenv(const char *name) {\n");
    for (number, (name, text)) in feed.environment.iter().enumerate() {
        texts.push_str(&format!(
            "    if (!__builtin_strcmp(name, \"{}\")) {{\n",
            name.escape_default()
        ));
        match text {
            Some(text) => {
                let variable = format!("text{number}");
                texts.push_str(&format!("    static char *{variable};\n    if (!{variable}) {{\n"));
                texts.push_str(&filled(&variable, text));
                texts.push_str(&format!("    }}\n    return {variable};\n"));
            }
            None => texts.push_str("    return 0;\n"),
        }
        texts.push_str("    }\n");
    }
    texts.push_str("    return 0;\n}\n");
    texts
}

fn needs_start(feed: &Feed, build: &Build<'_>) -> bool {
    build.entry != "main" || !feed.arguments.is_empty()
}

/// Where the run starts, if not at a `main` without parameters.
fn start(feed: &Feed, build: &Build<'_>) -> String {
    let entry = if build.entry == "main" { "program_main" } else { build.entry };
    let argument = |(ty, value): &(Ty, i128)| match ty {
        Ty::Pointer if !feed.strings.is_empty() => "argv".to_owned(),
        _ => format!("({}){}", type_name(*ty), literal(*ty, *value)),
    };
    let arguments: Vec<String> = feed.arguments.iter().map(argument).collect();
    let mut strings = String::new();
    if !feed.strings.is_empty() {
        let count = feed.strings.len() + 1;
        strings
            .push_str(&format!("    char **argv = __builtin_calloc({count}, sizeof(char *));\n"));
        for (number, text) in feed.strings.iter().enumerate() {
            strings.push_str(&filled(&format!("argv[{number}]"), text));
        }
    }
    format!(
        "#undef main\nint {entry}();\nint main(void) {{\n{strings}    {entry}({});\n    return 0;\n}}\n",
        arguments.join(", ")
    )
}
