//! Functions of the C library, and of verifiers, that have a meaning of their own here. The rest of the library is written in C
//! (`library/`).

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, ExprId, IntShape, PointerQuery, Storage, Stream, Ty,
};

use super::check::Check;
use super::far_jump::{is_jump, is_set};
use super::place::{Access, Address};
use super::threads::Operation;
use super::types::Class;
use super::{Errors, Lowering};
use crate::ast::Quantifier;
use crate::hir::{self, ExprKind, FunctionId, TypeId};
use crate::library::plain;
use crate::support::{Support, functions};

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
    /// `memcpy`, of areas that do not overlap.
    Copy,
    /// `memmove`.
    Move,
    Fill,
    /// Memory at an address that is a multiple of the first argument, a constant.
    Aligned,
    /// The number of the last error, if the program asks for it.
    SetErrno,
    /// So many bytes must be there to be read.
    Reads,
    /// A pointer must not be null, also where nothing is accessed.
    NotNull,
    /// Two areas, each of so many bytes, must not overlap.
    Apart,
    /// Prints a character.
    Put(Stream),
    /// Prints so many bytes, which must be there to be read.
    Show(Stream),
    /// `setjmp`.
    SetJump,
    /// `longjmp`.
    FarJump,
    /// Lets others run for a while, and is not interrupted.
    Pause,
    /// Not a number.
    Nan,
    /// What threads need.
    Threads(Operation),
    /// A result is not exact.
    Imprecise,
    /// A string of the environment.
    Environment,
    /// The arguments are evaluated, nothing else: what CBMC shows, or counts for coverage.
    Ignored,
    /// Cannot be done.
    Unsupported,
}

impl Known {
    fn by_name(name: &str) -> Option<Self> {
        let name = plain(name);
        Some(match name {
            "reach_error"
            | "__VERIFIER_error"
            | "__assert_fail"
            | "__assert_rtn"
            | "__assert"
            | "_assert"
            | "__assert_perror_fail" => Self::Error,
            "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "assert" => Self::Assert,
            "__CPROVER_precondition" | "__CPROVER_postcondition" => Self::Assert,
            "__CPROVER_cover" | "__CPROVER_input" | "__CPROVER_output" => Self::Ignored,
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
            "memcpy" | "__builtin_memcpy" | "__memcpy_chk" => Self::Copy,
            "memmove" | "__builtin_memmove" => Self::Move,
            "__tribunal_aligned" => Self::Aligned,
            "__tribunal_set_errno" => Self::SetErrno,
            "__tribunal_reads" => Self::Reads,
            "__tribunal_apart" => Self::Apart,
            "__tribunal_not_null" => Self::NotNull,
            "memset" | "__builtin_memset" => Self::Fill,
            super::approximate::MARK => Self::Imprecise,
            "getenv" | "secure_getenv" => Self::Environment,
            "nan" | "nanf" | "nanl" => Self::Nan,
            "__tribunal_put_output" => Self::Put(Stream::Output),
            "__tribunal_put_error" => Self::Put(Stream::Error),
            "__tribunal_show_output" => Self::Show(Stream::Output),
            "__tribunal_show_error" => Self::Show(Stream::Error),
            "sleep" | "usleep" | "sched_yield" | "pthread_yield" => Self::Pause,
            _ if is_set(name) => Self::SetJump,
            _ if is_jump(name) => Self::FarJump,
            _ if Operation::by_name(name).is_some() => Self::Threads(Operation::by_name(name)?),
            _ if functions::support(name) == Some(Support::Unsupported) => Self::Unsupported,
            _ => return None,
        })
    }
}

impl Known {
    /// How many arguments it needs.
    fn arguments(self) -> usize {
        match self {
            Self::Apart => 4,
            Self::Copy | Self::Move | Self::Fill => 3,
            Self::Calloc | Self::Realloc | Self::Aligned | Self::Reads | Self::Show(_) => 2,
            Self::FarJump => 2,
            Self::SetJump => 1,
            Self::Assert | Self::Assume | Self::Malloc | Self::Free | Self::Alloca => 1,
            Self::SetErrno | Self::Put(_) | Self::NotNull => 1,
            Self::Error
            | Self::Abort
            | Self::Exit
            | Self::Pause
            | Self::Nan
            | Self::Threads(_)
            | Self::Imprecise
            | Self::Environment
            | Self::Ignored
            | Self::Unsupported => 0,
        }
    }
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

/// What to say about a function without a model. Our own library names none.
pub(super) fn what_is_missing(name: &str) -> String {
    match name {
        "__tribunal_unsupported" => "this library function".to_owned(),
        _ => format!("the function `{name}`"),
    }
}

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
        let name = plain(name);
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
        (known, name): (Known, &str),
        arguments: &[hir::ExprId],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        if known == Known::Alloca && !arguments.is_empty() {
            return Some(self.builtin(&hir::Builtin::Alloca, arguments, ty, span));
        }
        // Where nobody looks for failed assertions, only runs without them go on.
        let by_choice = match known {
            Known::Assert if self.properties.contains_key(&Check::Assertion) => {
                Some(Quantifier::Every)
            }
            Known::Assume => Some(Quantifier::Some),
            _ => None,
        };
        if let (Some(by_choice), Some(condition)) = (by_choice, arguments.first()) {
            self.note_choices(*condition, by_choice);
        }
        let args = self.arguments(arguments);
        self.chosen.clear();
        self.perform((known, name), arguments, &args, ty, span)
    }

    /// A call whose arguments are evaluated already.
    pub(super) fn perform(
        &mut self,
        (known, name): (Known, &str),
        arguments: &[hir::ExprId],
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        if args.len() < known.arguments() {
            self.unsupported(&what_is_missing(name), span);
            return None;
        }
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
                // Who is ended by a signal has this status in a shell: `SIGABRT` has the number 6.
                let aborted = self.int(128 + 6);
                let is_number = |it: &ExprId| matches!(self.program.ty_of(*it), Some(Ty::Int(_)));
                let status = arg(0).filter(is_number).unwrap_or(aborted);
                self.tell_status(status);
                self.halt();
                None
            }
            Known::Exit => {
                if let Some(status) = arg(0) {
                    self.tell_status(status);
                }
                self.exit();
                None
            }
            Known::SetJump => self.set_jump(arguments, args, ty, span),
            Known::FarJump => {
                self.far_jump(args, span);
                None
            }
            Known::Ignored => None,
            Known::Imprecise => {
                self.mark_imprecise();
                self.tell_imprecise();
                None
            }
            Known::Environment => {
                let name = self.text_of(arguments.first().copied());
                self.environment(name, span)
            }
            Known::Threads(operation) => self.thread_operation(operation, args, ty, span),
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
                // Half of all memory or more, unless it is there zero times.
                let large = [(count, size), (size, count)].map(|(it, other)| {
                    let is_large = self.binary(BinOp::Lt, it, zero);
                    let is_there = self.binary(BinOp::Ne, other, zero);
                    self.both(is_large, is_there)
                });
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
            // Who calls it by a pointer calls no function of the library.
            Known::Alloca => {
                self.unsupported("a call of `alloca` in this way", span);
                None
            }
            Known::Copy | Known::Move => {
                let (to, from, size) =
                    (self.keep(arg(0)?), self.keep(arg(1)?), self.as_size(arg(2)?));
                let size = self.keep(size);
                self.check_not_null(to, span);
                self.check_not_null(from, span);
                let end = self.if_positive(size, span);
                self.check_access(Address::unknown(to), size, Access::Write, span);
                self.check_access(Address::unknown(from), size, Access::Read, span);
                if known == Known::Copy {
                    self.check_apart(to, from, size, span);
                }
                self.act(Action::Copy { to, from, size });
                self.arrive(end);
                Some(to)
            }
            Known::Fill => {
                let (to, byte, size) = (self.keep(arg(0)?), arg(1)?, self.as_size(arg(2)?));
                let u8_ty = self.program.int_ty(IntShape::U8);
                let byte = self.cast(u8_ty, byte);
                let (byte, size) = (self.keep(byte), self.keep(size));
                self.check_not_null(to, span);
                let end = self.if_positive(size, span);
                self.check_access(Address::unknown(to), size, Access::Write, span);
                self.act(Action::Fill { to, byte, size });
                self.arrive(end);
                Some(to)
            }
            Known::Reads | Known::Show(_) => {
                let (from, size) = (self.keep(arg(0)?), self.as_size(arg(1)?));
                let size = self.keep(size);
                let end = self.if_positive(size, span);
                self.check_access(Address::unknown(from), size, Access::Read, span);
                if let Known::Show(stream) = known {
                    self.check_initialised(from, size, span);
                    self.settle();
                    let (format, args) = ("%.*r".to_owned(), vec![size, from]);
                    self.act(Action::Print { stream, format, args });
                }
                self.settle();
                self.goto(end);
                self.arrive(end);
                None
            }
            Known::Put(stream) => {
                let (format, args) = ("%c".to_owned(), vec![arg(0)?]);
                self.act(Action::Print { stream, format, args });
                None
            }
            Known::Pause => {
                let what = "no signal interrupts a pause".to_owned();
                self.assume_that(AssumptionKind::Environment, what, span);
                Some(self.lost_value(ty))
            }
            Known::NotNull => {
                let pointer = self.keep(arg(0)?);
                self.check_not_null(pointer, span);
                self.settle();
                None
            }
            Known::Apart => {
                let (a, b) = (self.keep(arg(0)?), self.keep(arg(2)?));
                let (a_size, b_size) = (self.as_size(arg(1)?), self.as_size(arg(3)?));
                self.check_disjoint((a, a_size), (b, b_size), span);
                self.settle();
                None
            }
            Known::Aligned => {
                let size = self.as_size(arg(1)?);
                let site = self.site("malloc", Storage::Dynamic, span);
                let align = self.constant(arg(0)?).and_then(|it| u64::try_from(it).ok());
                self.program.objects[site].align = align.unwrap_or(1);
                Some(self.allocate(site, size))
            }
            Known::SetErrno => None,
            Known::Nan => {
                let zero = self.lost_value(ty);
                Some(self.binary(BinOp::Div, zero, zero))
            }
            Known::Unsupported => {
                let what = match name {
                    "__tribunal_unsupported" => self.text_of(arguments.first().copied()),
                    _ => None,
                };
                let what = what.unwrap_or_else(|| what_is_missing(name));
                self.unsupported(&what, span);
                None
            }
        }
    }

    /// Goes wrong if a pointer is null that a function of the library must not get, not even for no bytes at all (C17 7.24.1p2).
    fn check_not_null(&mut self, pointer: ExprId, span: Span) {
        let null = self.null();
        let is_null = self.binary(BinOp::Eq, pointer, null);
        self.check(Check::Null, is_null, "the null pointer is handed to the library", span);
    }

    /// Goes on only for a size that is not 0; yields the point where both ways meet. No object has half of all memory.
    fn if_positive(&mut self, size: ExprId, span: Span) -> tribunal_ir::LocId {
        let (yes, end) = (self.point(), self.point());
        let zero = self.bytes(0);
        let large = self.binary(BinOp::Lt, size, zero);
        self.check(Check::Bounds, large, "more bytes than any object has", span);
        let nothing = self.binary(BinOp::Eq, size, zero);
        self.branch(nothing, end, yes);
        self.arrive(yes);
        end
    }

    /// Goes wrong if two areas of the same size overlap without being the same.
    pub(super) fn check_apart(&mut self, a: ExprId, b: ExprId, size: ExprId, span: Span) {
        let ([first, second], is_one_object) = self.offsets(a, b);
        let [forth, back] = [(first, second), (second, first)].map(|(low, high)| {
            let distance = self.binary(BinOp::Sub, high, low);
            let behind = self.binary(BinOp::Lt, low, high);
            let near = self.binary(BinOp::Lt, distance, size);
            self.both(behind, near)
        });
        let overlap = self.either(forth, back);
        let overlap = self.both(is_one_object, overlap);
        self.check(Check::Pointer, overlap, "the areas of memory overlap", span);
    }

    /// Goes wrong if two areas, each of so many bytes, have a byte in common.
    fn check_disjoint(&mut self, a: (ExprId, ExprId), b: (ExprId, ExprId), span: Span) {
        let ([first, second], is_one_object) = self.offsets(a.0, b.0);
        let first_end = self.binary(BinOp::Add, first, a.1);
        let second_end = self.binary(BinOp::Add, second, b.1);
        let starts_before = self.binary(BinOp::Lt, first, second_end);
        let ends_behind = self.binary(BinOp::Lt, second, first_end);
        let overlap = self.both(starts_before, ends_behind);
        let overlap = self.both(is_one_object, overlap);
        self.check(Check::Pointer, overlap, "the areas of memory overlap", span);
    }

    /// Where two pointers point in their objects, and whether these are one.
    fn offsets(&mut self, a: ExprId, b: ExprId) -> ([ExprId; 2], ExprId) {
        let [first, second] = [a, b].map(|it| self.ask(PointerQuery::Offset, it));
        let [object, other] = [(a, first), (b, second)].map(|(pointer, offset)| {
            let zero = self.bytes(0);
            let back = self.binary(BinOp::Sub, zero, offset);
            self.advance(pointer, back)
        });
        ([first, second], self.binary(BinOp::Eq, object, other))
    }

    fn as_truth(&mut self, value: ExprId) -> ExprId {
        let ty = self.program.ty(Ty::Bool);
        self.cast(ty, value)
    }

    pub(super) fn as_size(&mut self, value: ExprId) -> ExprId {
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
        // A variable may hold another text by now.
        if self.unit.variables[variable].origin != hir::Origin::StringLiteral {
            return None;
        }
        let initialiser = self.unit.variables[variable].initialiser.as_ref()?;
        let bytes = initialiser.elements.iter().find_map(|it| match &it.value {
            hir::ElementValue::Bytes(bytes) => Some(bytes),
            _ => None,
        })?;
        let end = bytes.iter().position(|it| *it == 0).unwrap_or(bytes.len());
        Some(tribunal_base::bytes::text(bytes[..end].to_vec()))
    }
}
