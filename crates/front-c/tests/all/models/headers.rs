//! A walk over all headers: every function that one of them declares is called in a program of its own.

use tribunal_base::Sources;
use tribunal_front_c::hir::{Target, Type, Unit};
use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::support::{Support, functions};
use tribunal_front_c::{DataModel, Options, analyse, parse, standard_headers};
use tribunal_preprocess::NoFiles;

use super::reference::{guesses, outcome, program, program_with};

/// What a header declares.
fn declared_by(header: &str) -> Unit {
    let mut sources = Sources::default();
    let file = sources.add("test.c", format!("#include <{header}>\n"));
    let (unit, _) = parse(&mut sources, file, &NoFiles, &Options::default());
    let target = Target { model: Options::default().data_model, entry: "main".to_owned() };
    analyse(&[unit], &target).0
}

/// Variables for the arguments of a function, all zero, and their names in a row.
fn arguments(unit: &Unit, function: &Type) -> (String, String) {
    let Type::Function(function) = function else { panic!("a function should have its type") };
    let (mut variables, mut names) = (String::new(), Vec::new());
    for (number, parameter) in function.parameters.iter().enumerate() {
        // A type without a name is met behind pointers only.
        let ty = Some(unit.types.describe(*parameter)).filter(|it| !it.contains('<'));
        let ty = ty.unwrap_or_else(|| "void *".to_owned());
        variables += &format!("static __typeof__({ty}) a{number};\n");
        names.push(format!("a{number}"));
    }
    (variables, names.join(", "))
}

#[test]
fn every_declared_function_is_modelled_or_not_supported() {
    let mut count = 0;
    for header in standard_headers() {
        let unit = declared_by(header);
        for function in unit.functions.values().filter(|it| it.body.is_none()) {
            let name = function.name.as_str();
            let fate = functions::support(name);
            let fate = fate.unwrap_or_else(|| panic!("`{name}` of <{header}> is in no row"));
            let (variables, names) = arguments(&unit, unit.types.get(function.ty));
            let calls = [
                format!("({name})({names});"),
                format!("__typeof__(&{name}) p = &{name}; p({names});"),
            ];
            for call in calls {
                let text = format!("#include <{header}>\n{variables}int main(void) {{ {call} }}");
                let program = program(&text);
                assert_eq!(guesses(&program), Vec::<&str>::new(), "{text}");
                let outcome = outcome(&program);
                // A complex argument is met before the call.
                let is_refused = outcome == format!("unsupported: the function `{name}`")
                    || header == "complex.h" && outcome.starts_with("unsupported: ");
                match fate {
                    Support::Unsupported => assert!(is_refused, "{outcome}: {text}"),
                    Support::Honoured | Support::Irrelevant => {
                        assert!(!is_refused, "{outcome}: {text}");
                    }
                }
            }
            count += 1;
        }
    }
    assert!(count > 600, "{count}");
}

#[test]
fn every_function_of_the_table_is_known_without_a_header() {
    for row in functions::ROWS {
        for name in row.names {
            let text = format!("int {name}(); int main(void) {{ {name}(); }}");
            let program = program(&text);
            assert_eq!(guesses(&program), Vec::<&str>::new(), "{text}");
            if row.support == Support::Unsupported {
                assert_eq!(outcome(&program), format!("unsupported: the function `{name}`"));
            }
        }
    }
}

/// Types whose size depends on the machine, or that lie as they do for no other reason than that glibc has them so: header, type, sizes for LP64 and ILP32.
const SIZES: &[(&str, &str, usize, usize)] = &[
    ("stddef.h", "max_align_t", 32, 48),
    ("fenv.h", "fenv_t", 32, 28),
    ("semaphore.h", "sem_t", 32, 16),
    ("setjmp.h", "jmp_buf", 200, 156),
    ("setjmp.h", "sigjmp_buf", 200, 156),
    ("sys/epoll.h", "struct epoll_event", 12, 12),
    ("pthread.h", "pthread_mutex_t", 40, 24),
    ("pthread.h", "pthread_cond_t", 48, 48),
    ("pthread.h", "pthread_attr_t", 56, 36),
    ("pthread.h", "pthread_rwlock_t", 56, 32),
    ("signal.h", "sigset_t", 128, 128),
    ("signal.h", "struct sigaction", 152, 140),
    ("signal.h", "siginfo_t", 128, 128),
    ("sys/stat.h", "struct stat", 144, 88),
    ("time.h", "struct tm", 56, 44),
    ("time.h", "struct timespec", 16, 8),
    ("locale.h", "struct lconv", 96, 56),
    ("stdarg.h", "va_list", 24, 4),
    ("dirent.h", "struct dirent", 280, 268),
    ("stdio.h", "fpos_t", 16, 12),
];

#[test]
fn types_of_headers_have_the_sizes_of_glibc() {
    for (header, ty, lp64, ilp32) in SIZES {
        for (data_model, size) in [(DataModel::Lp64, lp64), (DataModel::Ilp32, ilp32)] {
            let text = format!(
                "#define _GNU_SOURCE\n#include <{header}>\n#include <assert.h>\nint main(void) {{ assert(sizeof({ty}) == {size}); }}"
            );
            let options = Options { data_model, ..Options::default() };
            let checks = Checks::parse("default").expect("the word should be known");
            let choices = Choices { checks, ..Choices::default() };
            let program = program_with(&text, &choices, &options);
            assert_eq!(outcome(&program), "fine", "{ty} of <{header}>, {data_model:?}");
        }
    }
}
