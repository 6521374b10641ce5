//! The headers against those of this machine: constants, sizes, and where members are.

use std::fmt::Write as _;
use std::process::Command;

use tribunal_base::Sources;
use tribunal_front_c::hir::{Target, Unit};
use tribunal_front_c::{Options, analyse, parse, standard_header_text, standard_headers};
use tribunal_preprocess::NoFiles;

/// Headers of the compiler, and those that need others before them on this machine.
const OTHERS: [&str; 5] = ["float.h", "stdatomic.h", "threads.h", "limits.h", "linux/errqueue.h"];

/// Types of which only the names are promised.
const OPAQUE: [&str; 5] =
    ["posix_spawnattr_t", "posix_spawn_file_actions_t", "ucontext_t", "FTS", "jmp_buf"];

/// Here a number, there what a function yields.
const CALLS: [&str; 4] = ["SIGSTKSZ", "MINSIGSTKSZ", "SIGRTMIN", "SIGRTMAX"];

/// The constants that a header defines as plain numbers.
fn constants(text: &str) -> Vec<(&str, &str)> {
    // Where the models differ, both numbers stand there.
    if text.contains("#ifdef __LP64__\n#define") {
        return Vec::new();
    }
    let is_number = |it: &str| {
        let digits = it.strip_prefix('-').unwrap_or(it);
        let is_hexadecimal = digits.starts_with("0x");
        let digits = digits.strip_prefix("0x").unwrap_or(digits);
        let radix = if is_hexadecimal { 16 } else { 10 };
        !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix))
    };
    text.lines()
        .filter_map(|it| it.strip_prefix("#define ")?.split_once(' '))
        .filter(|(name, value)| !name.contains('(') && !CALLS.contains(name) && is_number(value))
        .collect()
}

/// The names of types that a header defines for records without a tag.
fn names_of_types(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.lines().filter_map(|it| it.strip_prefix("} ")?.strip_suffix(';'));
    let plain = text
        .lines()
        .filter_map(|it| it.strip_prefix("typedef ")?.strip_suffix(';')?.rsplit([' ', '*']).next());
    let is_name = |it: &&str| it.chars().all(|it| it.is_alphanumeric() || it == '_');
    ends.chain(plain).filter(is_name).filter(|it| !it.starts_with("__"))
}

/// A file with what a header means here.
fn means(header: &str, names: &[&str]) -> Unit {
    let mut text = format!("#include <{header}>\n");
    for name in names {
        writeln!(text, "char size_of_{name}[sizeof({name})];").ok();
    }
    let mut sources = Sources::default();
    let file = sources.add("test.c", text);
    let (unit, _) = parse(&mut sources, file, &NoFiles, &Options::default());
    let target = Target { model: Options::default().data_model, entry: "main".to_owned() };
    analyse(&[unit], &target).0
}

/// What must hold on this machine, too.
fn claims(header: &str) -> String {
    let text = standard_header_text(header).unwrap_or_default();
    let mut claims = format!("#define _GNU_SOURCE 1\n#include <stddef.h>\n#include <{header}>\n");
    for (name, value) in constants(text) {
        writeln!(
            claims,
            "#ifdef {name}\n_Static_assert(({name}) == ({value}), \"{name}\");\n#endif"
        )
        .ok();
    }
    let names: Vec<&str> = names_of_types(text).filter(|it| !OPAQUE.contains(it)).collect();
    let unit = means(header, &names);
    for variable in unit.variables.values() {
        if let Some(name) = variable.name.strip_prefix("size_of_") {
            let size = unit.types.size_of(variable.ty.id).unwrap_or(0);
            if size != 0 {
                writeln!(claims, "_Static_assert(sizeof({name}) == {size}, \"{name}\");").ok();
            }
        }
    }
    for (_, record) in unit.types.records() {
        let Some(tag) = record.tag.as_ref().filter(|it| text.contains(&format!("struct {it} {{")))
        else {
            continue;
        };
        for field in record.fields.iter().filter(|it| it.bits.is_none()) {
            if let Some(name) = field.name.as_ref().filter(|it| !it.starts_with("__")) {
                let offset = field.offset;
                writeln!(
                    claims,
                    "_Static_assert(offsetof(struct {tag}, {name}) == {offset}, \"{tag}.{name}\");"
                )
                .ok();
            }
        }
    }
    claims
}

#[test]
fn constants_and_layouts_are_those_of_this_machine() {
    let folder = std::env::temp_dir().join(format!("tribunal-posix-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be writable");
    let mut files = Vec::new();
    for header in standard_headers().filter(|it| !OTHERS.contains(it) && !it.starts_with("bits/")) {
        let file = folder.join(format!("{}.c", header.replace('/', "_")));
        std::fs::write(&file, claims(header)).expect("a file should be writable");
        files.push(file);
    }
    let gcc = Command::new("gcc").args(["-fsyntax-only", "-w"]).args(&files).output();
    std::fs::remove_dir_all(&folder).ok();
    // Without gcc, or with another machine's, there is nothing to compare with.
    let Ok(gcc) = gcc else { return };
    if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        let told = String::from_utf8_lossy(&gcc.stderr).into_owned();
        assert!(gcc.status.success(), "{told}");
    }
}
