//! What happens before `main` and after it.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, HeapQuery, IntShape, Place, ProcId, ProcessKind,
    Storage,
};

use super::check::Check;
use super::types::Class;
use super::{Build, Lowering, ids, new_process};
use crate::hir::{self, FunctionId, PlaceKind};

/// How many strings `main` gets at most, the name of the program included.
const ARGUMENTS: u64 = 8;

/// A string is shorter: Linux hands on no longer ones.
const LONGEST: u64 = 1 << 17;

impl Lowering<'_> {
    /// The one process of the program: constructors, the entry, what is done at the end.
    pub(super) fn start(&mut self) {
        let Some(entry) = self.unit.entry else {
            let span = self.build.flow.span;
            return self.unsupported("a program without an entry", span);
        };
        self.build.flow.span = self.unit.functions[entry].span;
        let mut constructors: Vec<(u32, FunctionId)> = ids(&self.unit.functions)
            .filter_map(|it| Some((self.unit.functions[it].constructor?, it)))
            .collect();
        constructors.sort();
        for (_, function) in constructors {
            self.run(function, Vec::new());
        }
        let args = self.entry_arguments(entry);
        self.run(entry, args);
        if self.is_reached() {
            self.exit();
        }
    }

    /// The program ends: what is done then, and nothing else.
    pub(super) fn exit(&mut self) {
        self.seize();
        let finish = self.finish();
        self.act(Action::Call { process: finish, args: Vec::new(), result: None });
        self.settle();
        self.end_run();
    }

    fn run(&mut self, function: FunctionId, args: Vec<ExprId>) {
        let process = self.process_of(function);
        if self.is_reached() && args.len() == self.program.procs[process].params {
            self.act(Action::Call { process, args, result: None });
            self.settle();
        } else if self.is_reached() {
            let span = self.unit.functions[function].span;
            self.unsupported("an entry with such parameters", span);
        }
    }

    /// The entry gets arbitrary scalars, and `main` arbitrary strings.
    fn entry_arguments(&mut self, entry: FunctionId) -> Vec<ExprId> {
        let mut args = Vec::new();
        for parameter in self.unit.functions[entry].parameters.clone() {
            let variable = &self.unit.variables[parameter];
            let (ty, span) = (variable.ty.id, variable.span);
            match self.class(ty) {
                Class::Scalar(tribunal_ir::Ty::Pointer) => {
                    let is_used = |it: &hir::Place| it.kind == PlaceKind::Variable(parameter);
                    let is_used = self.unit.places.values().any(is_used);
                    // The bytes of the strings would count as never written.
                    let has_strings = !self.properties.contains_key(&Check::Uninitialised);
                    let is_main = self.unit.functions[entry].name == "main";
                    let pointer = match args.as_slice() {
                        [count] if is_used && is_main && has_strings => self.strings(*count, span),
                        _ if is_used => {
                            self.unsupported("a pointer handed to the entry", span);
                            self.null()
                        }
                        _ => self.null(),
                    };
                    args.push(pointer);
                }
                Class::Scalar(scalar) => {
                    let ty = self.program.ty(scalar);
                    let anything =
                        self.local(&self.unit.variables[parameter].name.clone(), ty, span);
                    self.havoc(anything);
                    self.settle();
                    let value = self.load_var(anything);
                    if self.unit.functions[entry].name == "main" {
                        let zero = self.program.expr(Expr::Const { value: 0, ty });
                        let positive = self.binary(tribunal_ir::BinOp::Lt, zero, value);
                        self.assume(positive);
                    }
                    args.push(value);
                }
                Class::Aggregate | Class::Void | Class::Unsupported => {
                    self.unsupported("an entry with such parameters", span);
                    args.push(self.null());
                }
            }
        }
        args
    }

    /// The arguments of the program: so many strings, each with any content, and a null pointer.
    fn strings(&mut self, count: ExprId, span: Span) -> ExprId {
        let most = self.bytes(ARGUMENTS);
        let i64_ty = self.i64_ty();
        let count = self.cast(i64_ty, count);
        let count = self.keep(count);
        let few = self.binary(BinOp::Le, count, most);
        self.assume(few);
        let what = format!("at most {} arguments are handed to `main`", ARGUMENTS - 1);
        self.assume_that(AssumptionKind::Environment, what, span);
        let width = self.program.pointer_bytes.count();
        let pointer = self.pointer_ty();
        let (one, width_each) = (self.bytes(1), self.bytes(width));
        let size = self.binary(BinOp::Add, count, one);
        let size = self.binary(BinOp::Mul, size, width_each);
        let table = self.room_for_ever("argv", size, span);
        self.program.objects[table.1].content = tribunal_ir::Content::Zero;
        let table = self.load_var(table.0);
        for number in 0..ARGUMENTS {
            let (yes, end) = (self.point(), self.point());
            let this = self.bytes(number);
            let has = self.binary(BinOp::Lt, this, count);
            self.branch(has, yes, end);
            self.arrive(yes);
            let length = self.input(&format!("length of argv[{number}]"), i64_ty, span);
            self.havoc(length);
            self.settle();
            let length = self.load_var(length);
            let (zero, longest) = (self.bytes(0), self.bytes(LONGEST));
            let some = self.binary(BinOp::Le, zero, length);
            let short = self.binary(BinOp::Lt, length, longest);
            let fits = self.both(some, short);
            self.assume(fits);
            let size = self.binary(BinOp::Add, length, one);
            let text = self.room_for_ever(&format!("argv[{number}]"), size, span).0;
            let text = self.load_var(text);
            let end_of_text = self.advance(text, length);
            let char_ty = self.program.int_ty(IntShape::U8);
            let place = self.program.place(Place::Deref { pointer: end_of_text, ty: char_ty });
            let value = self.number(0, char_ty);
            self.act(Action::Assign { place, value });
            let here = self.advance_by(table, number * width);
            let place = self.program.place(Place::Deref { pointer: here, ty: pointer });
            self.act(Action::Assign { place, value: text });
            self.goto(end);
            self.arrive(end);
        }
        table
    }

    /// An object that lives until the program ends and is not on the heap; the variable that points to it.
    fn room_for_ever(
        &mut self,
        name: &str,
        size: ExprId,
        span: Span,
    ) -> (tribunal_ir::VarId, tribunal_ir::ObjectId) {
        let object = self.site(name, Storage::Automatic, span);
        let pointer = self.pointer_ty();
        let address = self.local("%", pointer, span);
        let place = self.program.place(Place::Var(address));
        self.act(Action::Allocate { object, size, place });
        self.settle();
        (address, object)
    }

    /// What is done when the program ends, by the end of `main` or by `exit`.
    pub(super) fn finish(&mut self) -> ProcId {
        if let Some(finish) = self.finish {
            return finish;
        }
        let span = self.build.flow.span;
        let process = new_process(&mut self.program, "finish", ProcessKind::Function, span);
        self.finish = Some(process);
        let around = std::mem::replace(&mut self.build, Build::of(&mut self.program, process));
        let at_exit = ids(&self.unit.functions)
            .find(|it| self.unit.functions[*it].name == "__tribunal_at_exit");
        if let Some(function) = at_exit {
            self.run(function, Vec::new());
        }
        let mut destructors: Vec<(u32, FunctionId)> = ids(&self.unit.functions)
            .filter_map(|it| Some((self.unit.functions[it].destructor?, it)))
            .collect();
        destructors.sort();
        for (_, function) in destructors.into_iter().rev() {
            self.run(function, Vec::new());
        }
        self.check_leaks(span);
        self.settle();
        self.end_run();
        self.build = around;
        process
    }

    /// Goes wrong if memory has been lost.
    fn check_leaks(&mut self, span: Span) {
        if self.properties.contains_key(&Check::Leak) {
            let lost = self.program.expr(Expr::Heap(HeapQuery::Lost));
            self.check(Check::Leak, lost, "allocated memory is lost: nothing points to it", span);
        }
        if self.properties.contains_key(&Check::Cleanup) {
            let in_use = self.program.expr(Expr::Heap(HeapQuery::InUse));
            self.check(Check::Cleanup, in_use, "allocated memory is not freed at the end", span);
        }
    }

    /// Stores a value to a fresh variable and yields it.
    pub(super) fn anything(&mut self, ty: tribunal_ir::TyId) -> ExprId {
        let var = self.temporary(ty);
        let place = self.program.place(Place::Var(var));
        self.act(Action::Havoc { place });
        self.load_var(var)
    }
}
