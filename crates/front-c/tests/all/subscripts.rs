//! Indices of arrays inside objects against gcc's sanitizers: what they report is what `bounds` reports, and nothing else.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use tribunal_base::{Severity, Sources};
use tribunal_exec::{Zeros, apply_with, initial, steps};
use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::{Options, compile};
use tribunal_preprocess::NoFiles;

/// A small generator, so that all runs see the same programs.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Objects with arrays in all places: first, in the middle, last, in rows, in structs in structs.
const OBJECTS: &str = "
struct inner { int before[2]; int middle; int behind[3]; };
struct outer { int first[4]; struct inner inner; int rows[2][3]; struct inner list[2]; int last[2]; };
union either { int numbers[2]; struct inner inner; };
";

/// An array inside one of these objects, how many elements it has, and how it is reached.
fn array(random: &mut Random) -> (String, i64) {
    let outer = random.one_of(&["object", "pointer[0]", "(*pointer)", "many[1]"]);
    let element = random.below(2);
    let (member, length) = match random.below(9) {
        0 => ("first".to_owned(), 4),
        1 => ("inner.before".to_owned(), 2),
        2 => ("inner.behind".to_owned(), 3),
        3 => (format!("rows[{element}]"), 3),
        4 => (format!("list[{element}].before"), 2),
        5 => (format!("list[{element}].behind"), 3),
        6 => ("last".to_owned(), 2),
        7 => return ("either.numbers".to_owned(), 2),
        _ => return (format!("matrix[{element}]"), 3),
    };
    (format!("{outer}.{member}"), length)
}

fn function(random: &mut Random, name: &str) -> String {
    let (array, length) = array(random);
    let index = random.below(length as u64 + 4) as i64 - 1;
    let access = match random.below(4) {
        0 => format!("return {array}[index];"),
        1 => format!("{array}[index] = 1; return 0;"),
        2 => format!("int *address = &{array}[index]; return address == 0;"),
        _ => format!("{array}[index]++; return 0;"),
    };
    format!(
        "int {name}(void) {{ static struct outer many[3]; static int matrix[3][3]; static union either either; struct outer object = {{ {{ 0 }} }}; \
         struct outer *pointer = &object; int index = {index}; (void)many; (void)matrix; (void)either; (void)pointer; {access} }}\n"
    )
}

/// Whether the reference semantics finds an index outside its array.
fn is_found(text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("test.c", text.to_owned());
    let checks = Checks::parse("bounds").expect("the word should be known");
    let choices = Choices { checks, ..Choices::default() };
    let compiled = compile(&mut sources, &[file], &NoFiles, &Options::default(), "main", &choices);
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    assert_eq!(errors.map(|it| &it.message).collect::<Vec<_>>(), Vec::<&String>::new(), "{text}");
    let program = compiled.program.expect("there should be a program");
    let mut state = initial(&program);
    while let Some(step) = steps(&program, &state).first() {
        let (next, effects) = apply_with(&program, state, step, &mut Zeros)
            .expect("an enabled step should be possible");
        if let Some((property, _)) = effects.violations().next() {
            assert_eq!(program.props[property].name, "bounds", "{text}");
            return true;
        }
        state = next;
    }
    false
}

#[test]
fn indices_are_judged_as_by_the_sanitizers() {
    if Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_err() {
        assert!(std::env::var_os("CI").is_none(), "gcc is needed here");
        return;
    }
    let cases: usize =
        std::env::var("TRIBUNAL_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(200);
    let mut random = Random(17);
    let functions: Vec<String> =
        (0..cases).map(|number| function(&mut random, &format!("case{number}"))).collect();
    let mut text = format!("#include <stdlib.h>\n{OBJECTS}{}", functions.concat());
    text.push_str("int main(int count, char **words) { switch (atoi(words[1])) {\n");
    for number in 0..cases {
        writeln!(text, "case {number}: case{number}(); break;").ok();
    }
    text.push_str("} return 0; }\n");
    let stem = std::env::temp_dir().join(format!("tribunal-subscripts-{}", std::process::id()));
    let (source, binary) = (stem.with_extension("c"), stem.with_extension("bin"));
    std::fs::write(&source, &text).expect("the temporary folder should be writable");
    let compiled = Command::new("gcc")
        .args(["-w", "-O0", "-fsanitize=bounds,address", "-fno-sanitize-recover=all", "-o"])
        .args([&binary, &source])
        .status()
        .expect("gcc should start");
    assert!(compiled.success(), "{text}");
    let mut found = 0;
    for (number, function) in functions.iter().enumerate() {
        let reported = !Command::new(&binary)
            .arg(number.to_string())
            .stderr(Stdio::null())
            .status()
            .expect("the program should start")
            .success();
        let text = format!("{OBJECTS}{function}int main(void) {{ case{number}(); return 0; }}\n");
        assert_eq!(is_found(&text), reported, "{function}");
        found += usize::from(reported);
    }
    for file in [&source, &binary] {
        std::fs::remove_file(file).ok();
    }
    assert!(cases / 4 < found && found < cases, "{found} of {cases} go wrong");
}
