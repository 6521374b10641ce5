//! Functions of the C library, and of verifiers, that have a meaning of their own here. The rest of the library is written in C
//! (`library/`).

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, IntShape, LocId, Place, PointerQuery, Storage, Ty,
    VarId,
};

use super::check::Check;
use super::output::Output;
use super::place::{Access, Address};
use super::threads::Operation;
use super::types::Class;
use super::{Allocation, Errors, Lowering};
use crate::hir::{self, ExprKind, FunctionId, TypeId};

/// A function with a meaning of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Stands for an error.
    Error,
    /// The first argument must hold.
    Assert,
    /// Runs where the first argument does not hold do not count.
    Assume,
    /// Ends the run at once.
    Abort,
    /// Ends the program.
    Exit,
    Malloc,
    Calloc,
    Realloc,
    Free,
    Alloca,
    /// `memcpy` and `memmove`.
    Copy,
    Fill,
    /// Shows something; yields any number.
    Output(Output),
    /// Not a number.
    Nan,
    /// What threads need.
    Threads(Operation),
    /// A result is not exact.
    Imprecise,
    /// A string of the environment.
    Environment,
    /// Cannot be done.
    Unsupported,
}

impl Known {
    /// Whether a function without a body stands for input, or for the outside world, by convention.
    pub(super) fn is_input(name: &str) -> bool {
        let stem = name
            .trim_start_matches("__VERIFIER_")
            .trim_start_matches("__CPROVER_")
            .trim_start_matches("__ESBMC_");
        stem.starts_with("nondet")
            || matches!(name, "rand" | "random" | "time" | "clock" | "getchar" | "fgetc" | "getc")
    }

    fn by_name(name: &str) -> Option<Self> {
        if let Some(output) = Output::by_name(name) {
            return Some(Self::Output(output));
        }
        Some(match name {
            "reach_error"
            | "__VERIFIER_error"
            | "__assert_fail"
            | "__assert_rtn"
            | "__assert"
            | "_assert"
            | "__assert_perror_fail" => Self::Error,
            "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "assert" => Self::Assert,
            "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "assume_abort_if_not" => {
                Self::Assume
            }
            "abort" | "_Exit" | "_exit" | "quick_exit" | "__builtin_abort" => Self::Abort,
            "exit" => Self::Exit,
            "malloc" | "__builtin_malloc" => Self::Malloc,
            "calloc" | "__builtin_calloc" => Self::Calloc,
            "realloc" | "__builtin_realloc" => Self::Realloc,
            "free" | "__builtin_free" | "cfree" => Self::Free,
            "alloca" | "__builtin_alloca" => Self::Alloca,
            "memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove" | "__memcpy_chk" => {
                Self::Copy
            }
            "memset" | "__builtin_memset" => Self::Fill,
            "setjmp" | "_setjmp" | "longjmp" | "siglongjmp" | "sigsetjmp" | "signal" | "atexit"
            | "fork" | "execv" | "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "asprintf"
            | "vasprintf" | "scanf" | "fscanf" | "sscanf" | "fgets" | "gets" | "fread" | "read" => {
                Self::Unsupported
            }
            super::approximate::MARK => Self::Imprecise,
            "getenv" | "secure_getenv" => Self::Environment,
            "nan" | "nanf" | "nanl" => Self::Nan,
            "sleep" | "usleep" | "nanosleep" | "sched_yield" | "pthread_yield" => {
                Self::Output(Output::Nothing)
            }
            _ if Operation::by_name(name).is_some() => Self::Threads(Operation::by_name(name)?),
            _ if is_of_the_library(name) || is_reserved(name) => Self::Unsupported,
            _ if ["pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_"]
                .iter()
                .any(|it| name.starts_with(it)) =>
            {
                Self::Unsupported
            }
            _ if name.starts_with("__VERIFIER_atomic") => Self::Unsupported,
            _ => return None,
        })
    }
}

/// Functions of the C library without a model: they are not just anything.
const WITHOUT_MODEL: &str = " acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ldexp log \
    log10 log1p log2 modf pow cbrt hypot erf erfc lgamma tgamma fdim fma remainder remquo scalbn scalbln ilogb logb nextafter \
    nexttoward lrint lround llrint llround atof strtod strtof strtold strtoul strtoll strtoull qsort bsearch setenv putenv unsetenv clearenv system div \
    ldiv lldiv mblen mbtowc wctomb mbstowcs wcstombs strtok strtok_r strsep strerror strcoll strxfrm memccpy mempcpy memrchr \
    strcasecmp strncasecmp strcasestr strndup strlcpy strlcat fopen fclose freopen fseek ftell rewind fgetpos fsetpos fwrite \
    remove rename tmpfile tmpnam getline getdelim ungetc fdopen fileno mktime localtime gmtime strftime ctime asctime difftime \
    localtime_r gmtime_r write open close lseek dup dup2 pipe kill raise getcwd chdir sbrk brk mmap munmap aligned_alloc \
    posix_memalign memalign valloc wcslen wcscpy wcscmp wmemcpy wmemset towlower towupper reallocarray \
    __builtin_object_size ";

/// Whether a name belongs to a compiler or its library, and not to a verifier.
fn is_reserved(name: &str) -> bool {
    let float_test =
        FLOAT_TESTS.iter().any(|(it, _)| name.trim_start_matches("__").starts_with(it));
    let ours = ["__VERIFIER_", "__CPROVER_", "__ESBMC_"];
    name.starts_with("__") && !float_test && !ours.iter().any(|it| name.starts_with(it))
}

fn is_of_the_library(name: &str) -> bool {
    let has = |it: &str| WITHOUT_MODEL.split_whitespace().any(|word| word == it);
    has(name) || name.strip_suffix(['f', 'l']).is_some_and(has)
}

/// Functions on floats that IEEE 754 or exact rules determine.
const EXACT: [&str; 12] = [
    "fabs",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "fmod",
    "fmax",
    "fmin",
    "copysign",
];

/// Functions, not macros, of old that ask about a float.
const FLOAT_TESTS: [(&str, hir::FloatTest); 4] = [
    ("isnan", hir::FloatTest::IsNan),
    ("isinf", hir::FloatTest::InfiniteSign),
    ("finite", hir::FloatTest::IsFinite),
    ("signbit", hir::FloatTest::SignBit),
];

impl Lowering<'_> {
    /// The meaning of a function, if it has one of its own. What stands for an error keeps it even if it is defined.
    pub(super) fn known(&self, function: FunctionId) -> Option<Known> {
        let hir::Function { name, body, .. } = &self.unit.functions[function];
        let wanted = self.properties.contains_key(&Check::Assertion);
        if let Errors::Calls(error) = &self.choices.errors {
            if wanted && name == error {
                return Some(Known::Error);
            }
            let known = Known::by_name(name).filter(|_| body.is_none())?;
            return Some(match known {
                Known::Error => Known::Abort,
                Known::Assert => Known::Assume,
                other => other,
            });
        }
        let known = Known::by_name(name)?;
        let always = wanted && matches!(name.as_str(), "reach_error" | "__VERIFIER_error");
        (always || body.is_none()).then_some(known)
    }

    /// A function of `math.h` that is exact, by its name without the suffix for its type.
    pub(super) fn float_function(&self, function: FunctionId) -> Option<hir::Builtin> {
        let hir::Function { name, body, ty, .. } = &self.unit.functions[function];
        let hir::Type::Function(ty) = self.unit.types.get(*ty) else { return None };
        let is_float = |it: TypeId| matches!(self.class(it), Class::Scalar(Ty::Float(_)));
        if body.is_some()
            || ty.parameters.is_empty()
            || !ty.parameters.iter().all(|it| is_float(*it))
        {
            return None;
        }
        let stem = name.trim_start_matches("__");
        let stems = [stem, stem.strip_suffix(['f', 'l']).unwrap_or(stem)];
        if let Some(test) = FLOAT_TESTS.iter().find(|(it, _)| stems.contains(it)) {
            return Some(hir::Builtin::FloatTest(test.1));
        }
        let is_base = |it: &&&str| **it == name || name.strip_suffix(['f', 'l']) == Some(**it);
        let base = EXACT.iter().find(is_base)?;
        Some(hir::Builtin::Math((*base).to_owned()))
    }

    pub(super) fn call_known(
        &mut self,
        known: Known,
        arguments: &[hir::ExprId],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        if known == Known::Alloca {
            return Some(self.builtin(&hir::Builtin::Alloca, arguments, ty, span));
        }
        let args = self.arguments(arguments);
        let arg = |position: usize| args.get(position).copied();
        match known {
            Known::Error => {
                let text = self.text_of(arguments.first().copied());
                let message = text.map_or("the error is reached".to_owned(), |it| {
                    format!("assertion violated: {it}")
                });
                self.fail(Check::Assertion, message, span);
                None
            }
            Known::Assert => {
                let condition = self.as_truth(arg(0)?);
                let fails = self.negated(condition);
                let text = self.text_of(arguments.get(1).copied());
                let message = text.map_or("assertion violated".to_owned(), |it| {
                    format!("assertion violated: {it}")
                });
                self.check(Check::Assertion, fails, message, span);
                self.settle();
                None
            }
            Known::Assume => {
                let condition = self.as_truth(arg(0)?);
                self.assume(condition);
                None
            }
            Known::Abort => {
                self.halt();
                None
            }
            Known::Exit => {
                self.exit();
                None
            }
            Known::Imprecise => {
                self.mark_imprecise();
                None
            }
            Known::Environment => {
                let name = self.text_of(arguments.first().copied());
                self.environment(name, span)
            }
            Known::Threads(operation) => self.thread_operation(operation, &args, ty, span),
            Known::Malloc => {
                let size = self.as_size(arg(0)?);
                let site = self.site("malloc", Storage::Dynamic, span);
                Some(self.allocate(site, size))
            }
            Known::Calloc => {
                let (count, size) = (self.as_size(arg(0)?), self.as_size(arg(1)?));
                let site = self.site("calloc", Storage::Dynamic, span);
                self.program.objects[site].content = tribunal_ir::Content::Zero;
                let overflow = self.binary(BinOp::MulOverflows, count, size);
                let zero = self.bytes(0);
                let large = [count, size].map(|it| self.binary(BinOp::Lt, it, zero));
                let large = self.either(large[0], large[1]);
                let overflow = self.either(overflow, large);
                let product = self.binary(BinOp::Mul, count, size);
                // More than there is, as a size below zero is.
                let beyond = self.bytes(u64::MAX);
                let size = self.ite(overflow, beyond, product);
                Some(self.allocate(site, size))
            }
            Known::Realloc => self.reallocate(arg(0)?, arg(1)?, span),
            Known::Free => {
                self.free(arg(0)?, span);
                None
            }
            // Its size is evaluated by itself.
            Known::Alloca => None,
            Known::Copy => {
                let (to, from, size) =
                    (self.keep(arg(0)?), self.keep(arg(1)?), self.as_size(arg(2)?));
                let size = self.keep(size);
                let end = self.if_positive(size);
                self.check_access(Address::unknown(to), size, Access::Write, span);
                self.check_access(Address::unknown(from), size, Access::Read, span);
                self.act(Action::Copy { to, from, size });
                self.arrive(end);
                Some(to)
            }
            Known::Fill => {
                let (to, byte, size) = (self.keep(arg(0)?), arg(1)?, self.as_size(arg(2)?));
                let u8_ty = self.program.int_ty(IntShape::U8);
                let byte = self.cast(u8_ty, byte);
                let (byte, size) = (self.keep(byte), self.keep(size));
                let end = self.if_positive(size);
                self.check_access(Address::unknown(to), size, Access::Write, span);
                self.act(Action::Fill { to, byte, size });
                self.arrive(end);
                Some(to)
            }
            Known::Output(output) => {
                self.print(output, arguments, &args);
                self.assume_that(
                    AssumptionKind::Model,
                    "what is printed is ignored".to_owned(),
                    span,
                );
                match self.class(ty) {
                    Class::Scalar(scalar) => {
                        let ty = self.program.ty(scalar);
                        Some(self.anything(ty))
                    }
                    _ => None,
                }
            }
            Known::Nan => {
                let zero = self.lost_value(ty);
                Some(self.binary(BinOp::Div, zero, zero))
            }
            Known::Unsupported => {
                self.unsupported("this library function", span);
                None
            }
        }
    }

    /// Goes on only for a positive size; yields the point where both ways meet.
    fn if_positive(&mut self, size: ExprId) -> tribunal_ir::LocId {
        let (yes, end) = (self.point(), self.point());
        let zero = self.bytes(0);
        let nothing = self.binary(BinOp::Eq, size, zero);
        self.branch(nothing, end, yes);
        self.arrive(yes);
        end
    }

    fn as_truth(&mut self, value: ExprId) -> ExprId {
        let ty = self.program.ty(Ty::Bool);
        self.cast(ty, value)
    }

    fn as_size(&mut self, value: ExprId) -> ExprId {
        let ty = self.i64_ty();
        self.cast(ty, value)
    }

    /// The text of a string literal.
    pub(super) fn text_of(&self, argument: Option<hir::ExprId>) -> Option<String> {
        let mut expr = argument?;
        while let ExprKind::Convert(_, arg) = self.unit.exprs[expr].kind {
            expr = arg;
        }
        let ExprKind::AddressOf(place) = self.unit.exprs[expr].kind else { return None };
        let hir::PlaceKind::Variable(variable) = self.unit.places[place].kind else { return None };
        let initialiser = self.unit.variables[variable].initialiser.as_ref()?;
        let bytes = initialiser.elements.iter().find_map(|it| match &it.value {
            hir::ElementValue::Bytes(bytes) => Some(bytes),
            _ => None,
        })?;
        let text = String::from_utf8_lossy(bytes);
        Some(text.trim_end_matches('\0').to_owned())
    }

    /// A pointer to a new object, or null if memory may run out. A size beyond all memory never succeeds: where memory never runs out,
    /// only who asks for a constant size can ask for so much.
    fn allocate(&mut self, site: tribunal_ir::ObjectId, size: ExprId) -> ExprId {
        let size = self.keep(size);
        let zero = self.bytes(0);
        let mut fails = self.binary(BinOp::Lt, size, zero);
        if self.choices.allocation == Allocation::Succeeds {
            let span = self.program.objects[site].span;
            self.assume_that(AssumptionKind::Memory, "memory never runs out".to_owned(), span);
            if self.truth_of(fails) != Some(true) {
                let succeeds = self.negated(fails);
                self.assume(succeeds);
                fails = self.truth(false);
            }
        } else {
            let ty = self.program.ty(Ty::Bool);
            let (name, span) = (&self.program.objects[site].name, self.program.objects[site].span);
            let runs_out = self.input(&format!("{name} fails"), ty, span);
            self.havoc(runs_out);
            self.settle();
            let runs_out = self.load_var(runs_out);
            fails = self.either(fails, runs_out);
        }
        let pointer = self.pointer_ty();
        let address = self.temporary(pointer);
        let place = self.program.place(Place::Var(address));
        let (no, yes, end) = (self.point(), self.point(), self.point());
        self.branch(fails, no, yes);
        self.arrive(no);
        let null = self.null();
        self.set(address, null);
        self.goto(end);
        self.arrive(yes);
        self.act(Action::Allocate { object: site, size, place });
        self.goto(end);
        self.arrive(end);
        self.load_var(address)
    }

    /// Goes wrong unless a pointer may be freed.
    fn check_free(&mut self, pointer: ExprId, span: Span) {
        let dynamic = self.ask(PointerQuery::IsDynamic, pointer);
        let other = self.negated(dynamic);
        self.check(Check::Free, other, "free of something that was not allocated", span);
        let alive = self.ask(PointerQuery::IsAlive, pointer);
        let dead = self.negated(alive);
        self.check(Check::Free, dead, "free of something that was freed already", span);
        let (offset, zero) = (self.ask(PointerQuery::Offset, pointer), self.bytes(0));
        let inside = self.binary(BinOp::Ne, offset, zero);
        self.check(
            Check::Free,
            inside,
            "free of a pointer that is not to the start of its object",
            span,
        );
    }

    fn free(&mut self, pointer: ExprId, span: Span) {
        let pointer = self.keep(pointer);
        let null = self.null();
        let (some, end) = (self.point(), self.point());
        let is_null = self.binary(BinOp::Eq, pointer, null);
        self.branch(is_null, end, some);
        self.arrive(some);
        self.check_free(pointer, span);
        self.act(Action::Release { pointer });
        self.goto(end);
        self.arrive(end);
    }

    fn reallocate(&mut self, pointer: ExprId, size: ExprId, span: Span) -> Option<ExprId> {
        let pointer = self.keep(pointer);
        let size = self.as_size(size);
        let size = self.keep(size);
        let site = self.site("realloc", Storage::Dynamic, span);
        let null = self.null();
        let ty = self.pointer_ty();
        let result = self.temporary(ty);
        let (checked, old, end) = (self.point(), self.point(), self.point());
        let is_null = self.binary(BinOp::Eq, pointer, null);
        self.branch(is_null, checked, old);
        self.arrive(old);
        self.check_free(pointer, span);
        self.shrink_to_nothing(pointer, size, (result, end), span);
        self.goto(checked);
        self.arrive(checked);
        let new = self.allocate(site, size);
        self.set(result, new);
        let failed = self.binary(BinOp::Eq, new, null);
        let nothing = self.either(failed, is_null);
        let copy = self.point();
        self.branch(nothing, end, copy);
        self.arrive(copy);
        let whole = self.ask(PointerQuery::ObjectSize, pointer);
        let shrinks = self.binary(BinOp::Lt, size, whole);
        let count = self.program.expr(Expr::Ite(shrinks, size, whole));
        self.act(Action::Copy { to: new, from: pointer, size: count });
        self.act(Action::Release { pointer });
        self.goto(end);
        self.arrive(end);
        Some(self.load_var(result))
    }

    /// An object that is to have no bytes may be freed, with null for a result, or not: an implementation is free to choose (C17 7.22.3, 7.22.3.5), and glibc frees.
    fn shrink_to_nothing(
        &mut self,
        pointer: ExprId,
        size: ExprId,
        (result, end): (VarId, LocId),
        span: Span,
    ) {
        let zero = self.bytes(0);
        let is_empty = self.binary(BinOp::Eq, size, zero);
        if self.truth_of(is_empty) == Some(false) {
            return;
        }
        let (empty, freed, other) = (self.point(), self.point(), self.point());
        self.branch(is_empty, empty, other);
        self.arrive(empty);
        let ty = self.program.ty(Ty::Bool);
        let frees = self.input("realloc frees", ty, span);
        self.havoc(frees);
        self.settle();
        let frees = self.load_var(frees);
        self.branch(frees, freed, other);
        self.arrive(freed);
        self.act(Action::Release { pointer });
        let null = self.null();
        self.set(result, null);
        self.goto(end);
        self.arrive(other);
    }
}
