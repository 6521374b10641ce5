//! What surrounds a program: the strings handed to `main`, and those of the environment.
//!
//! Each is an object of any size that ends with a 0; what it holds before is arbitrary. These bytes would count as never written, so where that is looked for
//! there are no such strings.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Content, ExprId, IntShape, Matching, ObjectId, Place, Scope,
    Storage, Ty, Var, VarId,
};

use super::Lowering;
use super::check::Check;

/// How many strings `main` gets at most, the name of the program included.
const ARGUMENTS: u64 = 8;

/// A string is shorter: Linux hands on no longer ones.
const LONGEST: u64 = 1 << 17;

impl Lowering<'_> {
    /// Whether strings can come from outside.
    pub(super) fn has_strings(&self) -> bool {
        !self.properties.contains_key(&Check::Uninitialised)
    }

    /// Bounds how many arguments the program gets: none is possible, not even its own name (C17 5.1.2.2.1).
    pub(super) fn bound_arguments(&mut self, count: ExprId, span: Span) {
        let i64_ty = self.i64_ty();
        let count = self.cast(i64_ty, count);
        let (zero, most) = (self.bytes(0), self.bytes(ARGUMENTS));
        let some = self.binary(BinOp::Le, zero, count);
        let few = self.binary(BinOp::Le, count, most);
        let fits = self.both(some, few);
        self.assume(fits);
        let what = format!("at most {} arguments are handed to `main`", ARGUMENTS - 1);
        self.assume_that(AssumptionKind::Environment, what, span);
    }

    /// The arguments of the program: so many strings, each with any content, and a null pointer.
    pub(super) fn strings(&mut self, count: ExprId, span: Span) -> ExprId {
        let i64_ty = self.i64_ty();
        let count = self.cast(i64_ty, count);
        let count = self.keep(count);
        let width = self.program.pointer_bytes.count();
        let (one, each) = (self.bytes(1), self.bytes(width));
        let size = self.binary(BinOp::Add, count, one);
        let size = self.binary(BinOp::Mul, size, each);
        let (table, object) = self.room_for_ever("argv", size, span);
        self.program.objects[object].content = Content::Zero;
        let pointer = self.pointer_ty();
        for number in 0..ARGUMENTS {
            let (yes, end) = (self.point(), self.point());
            let this = self.bytes(number);
            let has = self.binary(BinOp::Lt, this, count);
            self.branch(has, yes, end);
            self.arrive(yes);
            let text = self.any_text(&format!("argv[{number}]"), span);
            let here = self.advance_by(table, number * width);
            let place = self.program.place(Place::Deref { pointer: here, ty: pointer });
            self.act(Action::Assign { place, value: text });
            self.goto(end);
            self.arrive(end);
        }
        table
    }

    /// What the environment has under a name: always the same string, or none.
    pub(super) fn environment(&mut self, name: Option<String>, span: Span) -> Option<ExprId> {
        let Some(name) = name.filter(|_| self.has_strings()) else {
            self.unsupported("a string of the environment, or its name, that is not known", span);
            return None;
        };
        let what = format!("getenv({name})");
        let (truth, pointer) = (self.program.ty(Ty::Bool), self.pointer_ty());
        let known = self.program.vars.ids().find(|it| self.program.vars[*it].name == what);
        let (value, asked) = match known {
            Some(value) => {
                let asked = format!("{what} was asked for");
                let asked = self.program.vars.ids().find(|it| self.program.vars[*it].name == asked);
                (value, asked?)
            }
            None => (
                self.surrounding(what.clone(), pointer, span),
                self.surrounding(format!("{what} was asked for"), truth, span),
            ),
        };
        let (first, some, none, end) = (self.point(), self.point(), self.point(), self.point());
        let is_known = self.load_var(asked);
        self.branch(is_known, end, first);
        self.arrive(first);
        let yes = self.truth(true);
        self.set(asked, yes);
        let is_set = self.input(&format!("{what} is set"), truth, span);
        self.havoc(is_set);
        self.settle();
        let is_set = self.load_var(is_set);
        self.branch(is_set, some, none);
        self.arrive(none);
        let null = self.null();
        self.set(value, null);
        self.goto(end);
        self.arrive(some);
        let text = self.any_text(&what, span);
        self.set(value, text);
        self.goto(end);
        self.arrive(end);
        Some(self.load_var(value))
    }

    /// A variable of the program that all functions know.
    pub(super) fn surrounding(&mut self, name: String, ty: tribunal_ir::TyId, span: Span) -> VarId {
        let (scope, init) = (Scope::Global, Vec::new());
        self.program.vars.push(Var { name, ty, scope, init, matching: Matching::Matched, span })
    }

    /// A string of any length with any content.
    fn any_text(&mut self, name: &str, span: Span) -> ExprId {
        let i64_ty = self.i64_ty();
        let length = self.input(&format!("length of {name}"), i64_ty, span);
        self.havoc(length);
        self.settle();
        let length = self.load_var(length);
        let (zero, one, longest) = (self.bytes(0), self.bytes(1), self.bytes(LONGEST));
        let some = self.binary(BinOp::Le, zero, length);
        let short = self.binary(BinOp::Lt, length, longest);
        let fits = self.both(some, short);
        self.assume(fits);
        let size = self.binary(BinOp::Add, length, one);
        let text = self.room_for_ever(name, size, span).0;
        let end = self.advance(text, length);
        let ty = self.program.int_ty(IntShape::U8);
        let place = self.program.place(Place::Deref { pointer: end, ty });
        let value = self.number(0, ty);
        self.act(Action::Assign { place, value });
        text
    }

    /// A pointer to a new object that lives until the program ends and is not on the heap.
    pub(super) fn room_for_ever(
        &mut self,
        name: &str,
        size: ExprId,
        span: Span,
    ) -> (ExprId, ObjectId) {
        let object = self.site(name, Storage::Automatic, span);
        let pointer = self.pointer_ty();
        let address = self.local("%", pointer, span);
        let place = self.program.place(Place::Var(address));
        self.act(Action::Allocate { object, size, place });
        self.settle();
        (self.load_var(address), object)
    }
}
