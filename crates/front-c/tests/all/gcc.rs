//! gcc as the referee: layout, conversions, and what is C at all. Without gcc these tests only say so.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tribunal_base::{Severity, Sources};
use tribunal_front_c::hir::{self, ExprKind, RecordKind, StmtKind, Target};
use tribunal_front_c::{DataModel, Options, analyse, parse};
use tribunal_preprocess::NoFiles;

fn analysed(text: &str, model: DataModel) -> (hir::Unit, Vec<String>) {
    let mut sources = Sources::default();
    let file = sources.add("a.c", text);
    let options = Options { data_model: model, ..Options::default() };
    let (unit, mut diagnostics) = parse(&mut sources, file, &NoFiles, &options);
    let (unit, more) = analyse(&[unit], &Target::new(model));
    diagnostics.extend(more);
    let errors = diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .map(|it| format!("{}: {}", it.code, it.message))
        .collect();
    (unit, errors)
}

fn is_installed() -> bool {
    let found = Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        assert!(std::env::var_os("CI").is_none(), "gcc is needed here");
    }
    found
}

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tribunal-front-c-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the temporary folder should be writable");
    path
}

/// What gcc says against a text; empty if nothing.
fn complaints(name: &str, text: &str, flags: &[&str]) -> String {
    let path = scratch(name, text);
    let output = Command::new("gcc")
        .args(["-fsyntax-only", "-std=gnu11", "-w", "-xc"])
        .args(flags)
        .arg(&path)
        .output()
        .expect("gcc should start");
    std::fs::remove_file(&path).ok();
    if output.status.success() {
        String::new()
    } else {
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

/// A small generator, so that all runs see the same structs.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

const TYPES: [&str; 12] = [
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "void *",
    "_Bool",
    "unsigned char",
    "enum e",
];
const INTEGERS: [(&str, u64); 8] = [
    ("int", 32),
    ("unsigned", 32),
    ("char", 8),
    ("short", 16),
    ("long long", 64),
    ("unsigned char", 8),
    ("_Bool", 1),
    ("enum e", 32),
];

fn random_record(random: &mut Random, index: usize) -> String {
    let union = random.below(5) == 0;
    let mut text = format!("{} s{index} {{", if union { "union" } else { "struct" });
    for member in 0..=random.below(7) {
        let ty = TYPES[random.below(12) as usize];
        match random.below(12) {
            0..=3 => write!(text, " {ty} m{member};"),
            4 => write!(text, " {ty} m{member}[{}];", random.below(4) + 1),
            5 if index > 0 => {
                let other = random.below(index as u64);
                write!(text, " T{other} m{member};")
            }
            6 => {
                write!(text, " {ty} m{member} __attribute__((aligned({})));", 1 << random.below(5))
            }
            7 => write!(text, " struct {{ char a; {ty} b; }} __attribute__((packed)) m{member};"),
            8 => {
                let (ty, _) = INTEGERS[random.below(8) as usize];
                write!(text, " {ty} : 0;")
            }
            _ => {
                let (ty, bits) = INTEGERS[random.below(8) as usize];
                let width = random.below(bits) + 1;
                if random.below(6) == 0 {
                    write!(text, " {ty} : {width};")
                } else {
                    write!(text, " {ty} m{member} : {width};")
                }
            }
        }
        .ok();
    }
    let packed = if random.below(5) == 0 { " __attribute__((packed))" } else { "" };
    let tag = if union { "union" } else { "struct" };
    writeln!(text, " int last; }}{packed}; typedef {tag} s{index} T{index};").ok();
    text
}

fn random_records(count: usize) -> String {
    let mut random = Random(2024);
    let mut text = "enum e { A, B };\n".to_owned();
    for index in 0..count {
        text += &random_record(&mut random, index);
    }
    text
}

fn layout_assertions(unit: &hir::Unit) -> String {
    let mut text = String::new();
    for (_, record) in unit.types.records() {
        let Some(tag) = record.tag.as_deref().filter(|it| it.starts_with('s')) else { continue };
        let ty = match record.kind {
            RecordKind::Struct => format!("struct {tag}"),
            RecordKind::Union => format!("union {tag}"),
        };
        writeln!(text, "_Static_assert(sizeof({ty}) == {}, \"size {tag}\");", record.size).ok();
        writeln!(text, "_Static_assert(_Alignof({ty}) == {}, \"align {tag}\");", record.align).ok();
        for field in record.fields.iter().filter(|it| it.bits.is_none()) {
            let Some(name) = &field.name else { continue };
            writeln!(
                text,
                "_Static_assert(__builtin_offsetof({ty}, {name}) == {}, \"{tag}.{name}\");",
                field.offset
            )
            .ok();
        }
    }
    text
}

#[test]
fn layout_agrees() {
    if !is_installed() {
        return;
    }
    for (model, flag) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        let records = random_records(400);
        let (unit, errors) = analysed(&records, model);
        assert_eq!(errors, Vec::<String>::new());
        let text = records + &layout_assertions(&unit);
        assert_eq!(complaints("layout.c", &text, &[flag]), "", "{flag}");
    }
}

#[test]
fn bit_fields_are_where_gcc_puts_them() {
    if !is_installed() {
        return;
    }
    let records = random_records(150);
    let (unit, errors) = analysed(&records, DataModel::Lp64);
    assert_eq!(errors, Vec::<String>::new());
    let mut program = format!("{records}\nint printf(const char *, ...);\nint main(void) {{\n");
    let mut expected = String::new();
    for (_, record) in unit.types.records() {
        let Some(tag) = record.tag.as_deref().filter(|it| it.starts_with('s')) else { continue };
        for field in &record.fields {
            let (Some(bits), Some(name)) = (field.bits, &field.name) else { continue };
            writeln!(
                program,
                "{{ union {{ T{} r; unsigned char b[sizeof(T{})]; }} u = {{ .b = {{ 0 }} }}; u.r.{name} = -1; printf(\"{tag}.{name}\"); for (int i = 0; i < sizeof u.b; i++) printf(\" %x\", u.b[i]); printf(\"\\n\"); }}",
                &tag[1..], &tag[1..]
            )
            .ok();
            let mut bytes = vec![0u8; record.size as usize];
            for bit in 0..u64::from(bits.width) {
                let at = field.offset * 8 + u64::from(bits.shift) + bit;
                bytes[(at / 8) as usize] |= 1 << (at % 8);
            }
            write!(expected, "{tag}.{name}").ok();
            bytes.iter().for_each(|it| write!(expected, " {it:x}").unwrap_or_default());
            expected.push('\n');
        }
    }
    program += "return 0; }\n";
    let source = scratch("bits.c", &program);
    let binary = source.with_extension("out");
    let done = Command::new("gcc").args(["-w", "-xc"]).arg(&source).arg("-o").arg(&binary).status();
    assert!(done.is_ok_and(|it| it.success()), "gcc should compile the test");
    let output = Command::new(&binary).output().expect("the test should run");
    std::fs::remove_file(source).ok();
    std::fs::remove_file(binary).ok();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

/// The types of expression statements, as C writes them.
fn statement_types(unit: &hir::Unit) -> Vec<String> {
    let function =
        unit.functions.values().find(|it| it.body.is_some()).expect("there should be a function");
    let StmtKind::Block { statements, .. } =
        &unit.stmts[function.body.expect("it has a body")].kind
    else {
        return Vec::new();
    };
    statements
        .iter()
        .filter_map(|&it| match unit.stmts[it].kind {
            StmtKind::Expression(expr) => match unit.exprs[expr].kind {
                ExprKind::Convert(_, inner) => Some(unit.types.describe(unit.exprs[inner].ty)),
                _ => Some("void".into()),
            },
            _ => None,
        })
        .collect()
}

#[test]
fn conversions_agree() {
    if !is_installed() {
        return;
    }
    let operands = [
        "(char)x",
        "(signed char)x",
        "(unsigned char)x",
        "(short)x",
        "(unsigned short)x",
        "(int)x",
        "(unsigned)x",
        "(long)x",
        "(unsigned long)x",
        "(long long)x",
        "(unsigned long long)x",
        "(float)x",
        "(double)x",
        "(long double)x",
        "(_Bool)x",
        "(enum small)x",
        "(enum negative)x",
        "s.b3",
        "s.u31",
        "s.u32",
        "s.i32",
        "'a'",
        "1",
        "1u",
        "1l",
        "0x80000000",
        "2147483648",
        "4294967295",
        "0xffffffffffffffff",
        "9223372036854775807",
        "1.0",
        "1.0f",
        "ONE",
        "WIDE",
        "sizeof x",
    ];
    let prelude =
        "enum small { ONE }; enum negative { MINUS = -1 }; enum wide { WIDE = 0x100000000 };
        struct { unsigned b3 : 3, u31 : 31, u32 : 32; int i32 : 32; } s;\n";
    for (model, flag) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        let mut expressions = Vec::new();
        for left in operands {
            expressions.push(format!("-{left}"));
            for right in operands {
                for op in ["+", "/", "<", "&&"] {
                    expressions.push(format!("{left} {op} {right}"));
                }
                expressions.push(format!("x ? {left} : {right}"));
                if !format!("{left}{right}").contains("float)")
                    && !format!("{left}{right}").contains("double)")
                    && !format!("{left}{right}").contains(".0")
                {
                    expressions.push(format!("{left} << {right}"));
                    expressions.push(format!("{left} & {right}"));
                }
            }
        }
        let body: String = expressions.iter().map(|it| format!("{it};\n")).collect();
        let text = format!("{prelude}void f(int x) {{\n{body}}}");
        let (unit, errors) = analysed(&text, model);
        assert_eq!(errors, Vec::<String>::new());
        let types = statement_types(&unit);
        assert_eq!(types.len(), expressions.len());
        let mut asserts = format!("{prelude}void f(int x) {{\n");
        for (expression, ty) in expressions.iter().zip(&types) {
            writeln!(asserts, "_Static_assert(_Generic({expression}, {ty}: 1, default: 0), \"{expression} is not {ty}\");").ok();
        }
        asserts += "}\n";
        assert_eq!(complaints("conversions.c", &asserts, &[flag]), "", "{flag}");
    }
}

#[test]
fn what_is_c_agrees() {
    if !is_installed() {
        return;
    }
    let snippets: Vec<&str> = include_str!("../snippets.c.txt")
        .split("\n\n")
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    // One run of gcc for all: it names the file of each error.
    let paths: Vec<PathBuf> = snippets
        .iter()
        .enumerate()
        .map(|(index, text)| scratch(&format!("snippet{index}.c"), text))
        .collect();
    let output = Command::new("gcc")
        .args(["-fsyntax-only", "-std=gnu11", "-w", "-xc"])
        .args(&paths)
        .output()
        .expect("gcc should start");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut wrong = Vec::new();
    for (snippet, path) in snippets.iter().zip(&paths) {
        std::fs::remove_file(path).ok();
        let name = path.to_string_lossy();
        let error =
            complaints.lines().find(|it| it.starts_with(&*name) && it.contains(": error: "));
        let (_, errors) = analysed(snippet, DataModel::Lp64);
        if error.is_none() != errors.is_empty() {
            wrong.push(format!("{snippet}\n  gcc: {error:?}\n  here: {errors:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
