//! Where gcc puts the members of random structs and unions, and where we do.
//!
//! gcc is asked by what it writes into assembler files, so that no library is needed, not even for machines of 32 bits: an array of
//! sizes, alignments and offsets for each struct, and for each bit-field a struct in which it alone is all ones.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use tribunal_base::{Severity, Sources};
use tribunal_front_c::hir::{Record, Target, Type, Types};
use tribunal_front_c::{DataModel, Options, analyse, parse};
use tribunal_preprocess::NoFiles;

/// A small generator, so that all runs see the same structs.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// One time out of so many.
    fn rarely(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// Types that are aligned as their names say, and enumerations of all widths.
const PRELUDE: &str = "
typedef char char2 __attribute__((aligned(2)));
typedef unsigned char byte4 __attribute__((aligned(4)));
typedef short short1 __attribute__((aligned(1)));
typedef short short4 __attribute__((aligned(4)));
typedef int int1 __attribute__((aligned(1)));
typedef int int2 __attribute__((aligned(2)));
typedef unsigned int4 __attribute__((aligned(4)));
typedef int int8 __attribute__((aligned(8)));
typedef int int32 __attribute__((aligned(32)));
typedef int8 int8lowered __attribute__((aligned(2)));
typedef long long longlong1 __attribute__((aligned(1)));
typedef long long longlong4 __attribute__((aligned(4)));
typedef unsigned long long longlong8 __attribute__((aligned(8)));
typedef long long longlong16 __attribute__((aligned(16)));
typedef double double2 __attribute__((aligned(2)));
typedef double double8 __attribute__((aligned(8)));
typedef _Bool bool4 __attribute__((aligned(4)));
typedef int1 row1[3];
typedef int row16[3] __attribute__((aligned(16)));
typedef char byteset __attribute__((mode(DI)));
enum small { S0, S1 };
enum negative { N0 = -5, N1 = 7 };
enum wide { W0 = 0x7fffffffffffffffLL };
enum __attribute__((packed)) tiny { T0, T1 };
enum halfword { H0 = 300 } __attribute__((packed));
";

const BIT_TYPES: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "enum small",
    "enum negative",
    "enum wide",
    "enum tiny",
    "enum halfword",
    "char2",
    "byte4",
    "short1",
    "short4",
    "int1",
    "int2",
    "int4",
    "int8",
    "int32",
    "int8lowered",
    "longlong1",
    "longlong4",
    "longlong8",
    "longlong16",
    "bool4",
    "byteset",
];

const PLAIN_TYPES: &[&str] = &[
    "_Bool",
    "char",
    "short",
    "int",
    "unsigned",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "char *",
    "enum small",
    "enum wide",
    "enum tiny",
    "enum halfword",
    "_Float128",
    "char2",
    "byte4",
    "short1",
    "short4",
    "int1",
    "int2",
    "int8",
    "int32",
    "int8lowered",
    "longlong1",
    "longlong4",
    "longlong8",
    "longlong16",
    "double2",
    "double8",
    "bool4",
    "row1",
    "row16",
    "__builtin_va_list",
    "_Complex double",
    "_Atomic long",
    "byteset",
];

/// Types whose size is a multiple of their alignment, as elements of arrays have to be.
const ELEMENT_TYPES: &[&str] = &[
    "char",
    "short",
    "int",
    "long long",
    "double",
    "long double",
    "char *",
    "short1",
    "int1",
    "int2",
    "longlong1",
    "longlong4",
    "longlong8",
    "double2",
    "double8",
    "row1",
    "enum tiny",
];

const ALIGNMENTS: &[&str] = &["1", "2", "4", "8", "16", "32", "64"];

/// The widths of types that are not 32 bits wide.
fn width_of(ty: &str, model: DataModel) -> u64 {
    match ty {
        "_Bool" | "bool4" => 1,
        "char" | "signed char" | "unsigned char" | "char2" | "byte4" | "enum tiny" => 8,
        "short" | "unsigned short" | "short1" | "short4" | "enum halfword" => 16,
        "long" | "unsigned long" if model == DataModel::Lp64 => 64,
        "__int128" | "unsigned __int128" => 128,
        "enum wide" | "byteset" => 64,
        _ if ty.contains("long long") || ty.contains("longlong") => 64,
        _ => 32,
    }
}

/// A struct or union in the making.
struct Shape<'r> {
    random: &'r mut Random,
    model: DataModel,
    /// The tags of structs that can be members.
    known: &'r [String],
    text: String,
    /// The names of members with an offset.
    plain: Vec<String>,
    /// The names of bit-fields.
    bits: Vec<String>,
    n_members: usize,
}

impl Shape<'_> {
    fn attributes(&mut self) -> String {
        let mut out = String::new();
        if self.random.rarely(6) {
            out += " __attribute__((packed))";
        }
        if self.random.rarely(8) {
            let align = self.random.one_of(ALIGNMENTS);
            let _ = write!(out, " __attribute__((aligned({align})))");
        } else if self.random.rarely(60) {
            out += " __attribute__((__aligned__))";
        }
        out
    }

    fn name(&mut self) -> String {
        self.n_members += 1;
        format!("m{}", self.n_members)
    }

    fn bit_field(&mut self) {
        let wide = ["__int128", "unsigned __int128"];
        let ty = match self.model {
            DataModel::Lp64 if self.random.rarely(12) => self.random.one_of(&wide),
            _ => self.random.one_of(BIT_TYPES),
        };
        let limit = width_of(ty, self.model);
        if self.random.rarely(5) {
            let attributes = if self.random.rarely(4) { self.attributes() } else { String::new() };
            let _ = write!(self.text, "{ty} : 0{attributes}; ");
            return;
        }
        let round = [1, 3, 7, 8, 16, 17, 31, 32, 33, 63, 64];
        let width = match self.random.below(3) {
            0 => round[self.random.below(11) as usize].min(limit),
            _ => 1 + self.random.below(limit),
        };
        let attributes = if self.random.rarely(3) { self.attributes() } else { String::new() };
        if self.random.rarely(6) {
            let _ = write!(self.text, "{ty} : {width}{attributes}; ");
        } else {
            let name = self.name();
            let _ = write!(self.text, "{ty} {name} : {width}{attributes}; ");
            self.bits.push(name);
        }
    }

    fn plain(&mut self) {
        let attributes = if self.random.rarely(3) { self.attributes() } else { String::new() };
        let name = self.name();
        match self.random.below(12) {
            0..=1 => {
                let (ty, length) = (self.random.one_of(ELEMENT_TYPES), self.random.below(4));
                let _ = write!(self.text, "{ty} {name}[{length}]{attributes}; ");
            }
            2..=3 if !self.known.is_empty() => {
                let tag = &self.known[self.random.below(self.known.len() as u64) as usize];
                let _ = write!(self.text, "{tag} {name}{attributes}; ");
            }
            4 => {
                let align = self.random.one_of(&["16", "32", "_Float128"]);
                let ty = self.random.one_of(&["char", "int", "double", "short4", "int8"]);
                let _ = write!(self.text, "_Alignas({align}) {ty} {name}; ");
            }
            5 => {
                let ty = self.random.one_of(PLAIN_TYPES);
                let _ = write!(self.text, "{ty}{attributes} {name}; ");
            }
            _ => {
                let ty = self.random.one_of(PLAIN_TYPES);
                let _ = write!(self.text, "{ty} {name}{attributes}; ");
            }
        }
        self.plain.push(name);
    }

    /// The members between braces, with what may stand before and after them.
    fn body(&mut self, depth: u64) {
        let count = self.random.below(6);
        let mostly_bits = self.random.rarely(2);
        for _ in 0..count {
            match self.random.below(16) {
                0..=1 if depth < 2 => {
                    let keyword = self.random.one_of(&["struct", "union"]);
                    let before = self.attributes();
                    let _ = write!(self.text, "{keyword}{before} {{ ");
                    self.body(depth + 1);
                    let after = self.attributes();
                    let _ = write!(self.text, "}}{after}; ");
                }
                2..=6 => self.bit_field(),
                _ if mostly_bits => self.bit_field(),
                _ => self.plain(),
            }
        }
    }
}

/// What is compared of a struct or union.
struct Subject {
    /// `struct s1`
    tag: String,
    text: String,
    plain: Vec<String>,
    bits: Vec<String>,
}

/// What is declared, and what is asked about it.
fn subject(random: &mut Random, index: usize, known: &[String], model: DataModel) -> Subject {
    let keyword = if random.rarely(4) { "union" } else { "struct" };
    let tag = format!("{keyword} s{index}");
    let pack = random.rarely(4).then(|| random.one_of(&["1", "2", "4", "8", "16"]));
    let mut shape = Shape {
        random,
        model,
        known,
        text: String::new(),
        plain: Vec::new(),
        bits: Vec::new(),
        n_members: 0,
    };
    let before = shape.attributes();
    shape.body(0);
    let flexible = keyword == "struct" && !shape.plain.is_empty() && shape.random.rarely(10);
    if flexible {
        let ty = shape.random.one_of(ELEMENT_TYPES);
        let _ = write!(shape.text, "{ty} rest[]; ");
        shape.plain.push("rest".to_owned());
    }
    let after = shape.attributes();
    let Shape { text: body, plain, bits, .. } = shape;
    let name = &tag[keyword.len() + 1..];
    let mut text = format!("{keyword}{before} {name} {{ {body}}}{after};");
    if let Some(pack) = pack {
        text = format!("#pragma pack(push, {pack})\n{text}\n#pragma pack(pop)");
    }
    Subject { tag, text: text + "\n", plain, bits }
}

/// Objects in an assembler file, by name.
fn objects(assembler: &str) -> HashMap<String, Vec<u8>> {
    let mut found: HashMap<String, Vec<u8>> = HashMap::new();
    let mut current = String::new();
    for line in assembler.lines() {
        if let Some(name) = line.strip_suffix(':') {
            current = name.to_owned();
            found.insert(current.clone(), Vec::new());
            continue;
        }
        let Some((directive, operand)) = line.trim_start().split_once('\t') else { continue };
        let bytes = found.get_mut(&current);
        let size = match directive {
            ".byte" => 1,
            ".value" => 2,
            ".long" => 4,
            ".quad" => 8,
            ".zero" => {
                let count = operand.parse().expect("`.zero` should have a number");
                bytes.expect("data should have a name").extend(std::iter::repeat_n(0, count));
                continue;
            }
            ".string" | ".ascii" | ".octa" => panic!("{line} is not expected"),
            _ => continue,
        };
        let value: i128 = operand.parse().expect("data should be a number");
        bytes.expect("data should have a name").extend(&value.to_le_bytes()[..size]);
    }
    found
}

/// What gcc makes of a file; none if there is no gcc.
fn assembled(text: &str, model: DataModel) -> Option<String> {
    let width = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
    let mut gcc = Command::new("gcc")
        .args([width, "-w", "-fno-zero-initialized-in-bss", "-fno-pic", "-S", "-o-", "-xc", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = gcc.stdin.take().expect("gcc should have an input");
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = gcc.wait_with_output().expect("gcc should end");
    let _ = writer.join();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("assembler should be text"))
}

/// The members of a record, those of anonymous members included: offset in bits, and width of a bit-field.
fn places(
    types: &Types,
    record: &Record,
    base: u64,
    out: &mut HashMap<String, (u64, Option<u64>)>,
) {
    for field in &record.fields {
        let at = base + 8 * field.offset;
        match (&field.name, types.get(field.ty.id)) {
            (Some(name), _) => {
                let bits = field.bits.map(|it| u64::from(it.width));
                let shift = field.bits.map_or(0, |it| u64::from(it.shift));
                out.insert(name.clone(), (at + shift, bits));
            }
            (None, Type::Record(inner)) => places(types, types.record(*inner), at, out),
            (None, _) => {}
        }
    }
}

/// What differs for some structs.
fn differences(subjects: &[Subject], model: DataModel) -> Option<Vec<String>> {
    let declarations: String =
        std::iter::once(PRELUDE).chain(subjects.iter().map(|it| it.text.as_str())).collect();
    let mut queries = declarations.clone();
    for (index, Subject { tag, plain, bits, .. }) in subjects.iter().enumerate() {
        let _ =
            write!(queries, "unsigned long long info{index}[] = {{ sizeof({tag}), _Alignof({tag})");
        for name in plain {
            let _ = write!(queries, ", __builtin_offsetof({tag}, {name})");
        }
        queries += " };\n";
        for name in bits {
            let _ = writeln!(queries, "{tag} bits{index}_{name} = {{ .{name} = -1 }};");
        }
    }
    let theirs = objects(&assembled(&queries, model)?);

    let mut sources = Sources::default();
    let file = sources.add("structs.c", declarations);
    let options = Options { data_model: model, ..Options::default() };
    let (unit, mut problems) = parse(&mut sources, file, &NoFiles, &options);
    let (unit, more) = analyse(&[unit], &Target::new(model));
    problems.extend(more);
    let errors = problems.iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<&String> = errors.map(|it| &it.message).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let records: HashMap<&str, &Record> =
        unit.types.records().filter_map(|(_, it)| Some((it.tag.as_deref()?, it))).collect();

    let mut wrong = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        let (_, name) = subject.tag.split_once(' ').expect("a tag has a keyword");
        let record = records[name];
        let mut ours = HashMap::new();
        places(&unit.types, record, 0, &mut ours);
        let info: Vec<u64> = theirs[&format!("info{index}")]
            .chunks(8)
            .map(|it| u64::from_le_bytes(it.try_into().expect("a number has eight bytes")))
            .collect();
        let mut expected = vec![record.size, record.align];
        expected.extend(subject.plain.iter().map(|it| ours[it].0 / 8));
        let mut told = String::new();
        if info != expected {
            let _ = writeln!(told, "  size, alignment, offsets: gcc {info:?}, we {expected:?}");
        }
        for member in &subject.bits {
            let mut bytes = vec![0_u8; record.size as usize];
            let (at, width) = ours[member];
            for bit in at..at + width.expect("a bit-field has a width") {
                bytes[bit as usize / 8] |= 1 << (bit % 8);
            }
            let theirs = &theirs[&format!("bits{index}_{member}")];
            if *theirs != bytes {
                let _ = writeln!(told, "  {member}: gcc {theirs:02x?}, we {bytes:02x?}");
            }
        }
        if !told.is_empty() {
            wrong.push(format!("{}{told}", subject.text));
        }
    }
    Some(wrong)
}

fn compare(model: DataModel) {
    let count: usize =
        std::env::var("TRIBUNAL_STRUCTS").ok().and_then(|it| it.parse().ok()).unwrap_or(400);
    let mut random = Random(7);
    let mut wrong = Vec::new();
    let mut done = 0;
    while done < count {
        let mut subjects: Vec<Subject> = Vec::new();
        for index in 0..(count - done).min(400) {
            // A struct that ends in an array without a length is no member.
            let known: Vec<String> = subjects
                .iter()
                .rev()
                .filter(|it| it.plain.last().is_none_or(|it| it != "rest"))
                .take(8)
                .map(|it| it.tag.clone())
                .collect();
            subjects.push(subject(&mut random, index, &known, model));
        }
        done += subjects.len();
        let Some(found) = differences(&subjects, model) else {
            assert!(std::env::var_os("CI").is_none(), "gcc should be there");
            return;
        };
        wrong.extend(found);
    }
    let shown: String = wrong.iter().take(12).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {done} differ:\n{shown}", wrong.len());
}

/// Alignments of types, variables and members, which both spellings of the operator tell.
#[test]
fn alignments_are_those_of_gcc() {
    const QUERIES: &[&str] = &[
        "__alignof__(double)",
        "_Alignof(double)",
        "__alignof__(long long)",
        "_Alignof(long long)",
        "__alignof__(number)",
        "_Alignof(number)",
        "__alignof__(lowered)",
        "__alignof__(numbers)",
        "__alignof__(numbers[0])",
        "__alignof__(small)",
        "__alignof__(large)",
        "__alignof__(whole.d)",
        "__alignof__(whole.c)",
        "__alignof__(whole.i)",
        "__alignof__(dense.d)",
        "_Alignof(int1)",
        "__alignof__(int1)",
        "__alignof__(double2)",
        "_Alignof(double2[2])",
        "__alignof__(_Complex double)",
        "_Alignof(_Complex double)",
        "__alignof__(pointer)",
        "__alignof__(long double)",
        "__alignof__(number + 1)",
        "__alignof__(struct whole)",
        "_Alignof(_Atomic long long)",
        "_Alignof(__typeof__(double2))",
        "__alignof__(atomic)",
        "_Alignof(row1)",
        "__alignof__(bounded)",
    ];
    const OBJECTS: &str = "
        double number, numbers[3]; int1 lowered; int small __attribute__((aligned(2))), large __attribute__((aligned(32)));
        struct whole { double d; char c __attribute__((aligned(4))); int1 i; } whole;
        struct __attribute__((packed)) dense { int i; double d; } dense;
        int *__attribute__((aligned(2))) pointer; _Atomic struct { char text[4]; } atomic; _Alignas(16) char bounded;
    ";
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let declarations = format!("{PRELUDE}{OBJECTS}");
        let query =
            format!("{declarations}unsigned long long answers[] = {{ {} }};", QUERIES.join(", "));
        let Some(assembler) = assembled(&query, model) else { return };
        let answers = objects(&assembler).remove("answers").expect("gcc should answer");
        let answers = answers.chunks(8).map(|it| it[0]);
        let asserted = QUERIES.iter().zip(answers).fold(declarations, |text, (query, answer)| {
            format!("{text}_Static_assert({query} == {answer}, \"{query} is {answer}\");\n")
        });
        let mut sources = Sources::default();
        let file = sources.add("alignments.c", asserted);
        let options = Options { data_model: model, ..Options::default() };
        let (unit, mut problems) = parse(&mut sources, file, &NoFiles, &options);
        problems.extend(analyse(&[unit], &Target::new(model)).1);
        let errors = problems.iter().filter(|it| it.severity == Severity::Error);
        assert_eq!(errors.map(|it| it.message.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

#[test]
fn members_are_where_gcc_puts_them() {
    compare(DataModel::Lp64);
}

#[test]
fn members_are_where_gcc_puts_them_on_machines_of_32_bits() {
    compare(DataModel::Ilp32);
}
