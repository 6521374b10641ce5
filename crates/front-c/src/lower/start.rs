//! What happens before `main` and after it.

use tribunal_base::Span;
use tribunal_ir::{Action, Expr, ExprId, HeapQuery, ProcId, ProcessKind, Stream, Ty};

use super::check::Check;
use super::types::Class;
use super::{Build, Lowering, ids, new_process};
use crate::hir::FunctionId;

impl Lowering<'_> {
    /// The one process of the program: constructors, the entry, what is done at the end.
    pub(super) fn start(&mut self) {
        let Some(entry) = self.unit.entry else {
            let span = self.build.flow.span;
            return self.unsupported("a program without an entry", span);
        };
        self.build.flow.span = self.unit.functions[entry].span;
        if let Some(obstacle) = self.unit.obstacles.first() {
            return self.unsupported(&obstacle.what, obstacle.span);
        }
        if let Some(conflict) = self.unit.conflict_at_start() {
            return self.unsupported(&conflict.what, conflict.span);
        }
        self.make_foreign_arbitrary();
        let mut constructors: Vec<(u32, FunctionId)> = ids(&self.unit.functions)
            .filter_map(|it| Some((self.unit.functions[it].constructor?, it)))
            .collect();
        constructors.sort();
        for (_, function) in constructors {
            self.run(function, Vec::new());
        }
        match self.unit.functions[entry].contract.is_some() {
            true => self.run_by_contract(entry),
            false => {
                let args = match self.unit.functions[entry].name.as_str() {
                    "main" => self.arguments_of_main(entry),
                    _ => self.handed_arguments(entry),
                };
                self.run(entry, args);
            }
        }
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
        self.end_program();
    }

    /// Tells whoever has started the program how it ended, as a process of POSIX does: by eight bits.
    pub(super) fn tell_status(&mut self, status: ExprId) {
        let ty = self.program.int_ty(tribunal_ir::IntShape::U8);
        let (format, args) = ("%u".to_owned(), vec![self.cast(ty, status)]);
        self.act(Action::Print { stream: Stream::Status, format, args });
    }

    /// The same where `main` returns.
    pub(super) fn tell_status_of_main(&mut self, value: ExprId) {
        let is_number = matches!(self.program.ty_of(value), Some(Ty::Int(_)));
        let is_main = |it: FunctionId| self.unit.functions[it].name == "main";
        let entry = self.unit.entry.filter(|it| is_main(*it) && is_number);
        if entry.is_some() && self.build.function == entry {
            self.tell_status(value);
        }
    }

    /// Tells whoever runs the program that what comes from here on, its status included, rests on a result that may be far from those of any library.
    pub(super) fn tell_imprecise(&mut self) {
        let (format, args) = ("not exact".to_owned(), Vec::new());
        self.act(Action::Print { stream: Stream::Status, format, args });
    }

    fn run(&mut self, function: FunctionId, args: Vec<ExprId>) {
        let process = self.process_of(function);
        if self.is_reached() && args.len() == self.program.procs[process].params {
            self.act(Action::Call { process, args, result: None });
            self.settle();
            self.refuse_lost_jumps(self.build.flow.span);
        } else if self.is_reached() {
            let span = self.unit.functions[function].span;
            self.unsupported("an entry with such parameters", span);
        }
    }

    /// `main` gets arbitrary numbers and strings.
    fn arguments_of_main(&mut self, entry: FunctionId) -> Vec<ExprId> {
        let mut args = Vec::new();
        let parameters = self.unit.functions[entry].parameters.clone();
        // Where nobody looks at the arguments, there is nothing to say about them.
        let are_used = parameters.iter().any(|it| self.is_mentioned(*it));
        for parameter in parameters {
            let variable = &self.unit.variables[parameter];
            let (ty, span) = (variable.ty.id, variable.span);
            match self.class(ty) {
                Class::Scalar(Ty::Pointer) => {
                    let is_used = self.is_mentioned(parameter);
                    let has_strings = self.has_strings();
                    let pointer = match args.as_slice() {
                        [count] if is_used && has_strings => self.strings(*count, span),
                        _ if is_used => {
                            self.unsupported("such a pointer handed to `main`", span);
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
                    if are_used {
                        self.bound_arguments(value, span);
                    }
                    args.push(value);
                }
                Class::Aggregate | Class::Void | Class::Unsupported => {
                    self.unsupported("a `main` with such parameters", span);
                    args.push(self.null());
                }
            }
        }
        args
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
        self.end_program();
        self.build = around;
        process
    }

    /// Goes wrong if memory has been lost.
    fn check_leaks(&mut self, span: Span) {
        if self.properties.contains_key(&Check::Leak) {
            let lost = self.memory_is_lost(span);
            self.check(Check::Leak, lost, "allocated memory is lost: nothing points to it", span);
        }
        if self.properties.contains_key(&Check::Cleanup) {
            let in_use = self.program.expr(Expr::Heap(HeapQuery::InUse));
            self.check(Check::Cleanup, in_use, "allocated memory is not freed at the end", span);
        }
    }
}
