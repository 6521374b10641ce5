//! Functions: their translation, calls of them, and what a call of a function without a body means.

use tribunal_base::{Id, Span};
use tribunal_ir::{
    Action, AssumptionKind, ExprId, FloatShape, Place, PointerBytes, ProcId, ProcessKind, Storage,
    Ty,
};

use super::check::Check;
use super::expr::Wanted;
use super::library::what_is_missing;
use super::missing::Returned;
use super::place::{Access, Address, Spot};
use super::types::Class;
use super::{Build, Home, Lowering, new_process};
use crate::hir::{self, Callee, FunctionId, StmtId, StmtKind, Type, TypeId};
use crate::library::plain;
use crate::support::functions;

/// How many bytes each further argument of a variadic function takes, and more of them one that is larger.
const ARGUMENT: u64 = 16;

/// Translation.
impl Lowering<'_> {
    /// The process of a function; it will be translated.
    pub(super) fn process_of(&mut self, id: FunctionId) -> ProcId {
        if let Some(process) = self.functions[id.index()] {
            return process;
        }
        let function = &self.unit.functions[id];
        let process =
            new_process(&mut self.program, &function.name, ProcessKind::Function, function.span);
        self.functions[id.index()] = Some(process);
        let ty = self.function_type(function.ty);
        let mut params = 0;
        if self.class(ty.result) == Class::Aggregate {
            let pointer = self.pointer_ty();
            self.local_of(process, "result", pointer, function.span);
            params += 1;
        }
        let types: Vec<(String, TypeId, Span)> = match function.body {
            Some(_) => {
                let parameter = |it: &hir::VarId| {
                    let variable = &self.unit.variables[*it];
                    (variable.name.clone(), variable.ty.id, variable.span)
                };
                function.parameters.iter().map(parameter).collect()
            }
            None => {
                ty.parameters.iter().map(|it| ("argument".to_owned(), *it, function.span)).collect()
            }
        };
        for (name, ty, span) in types {
            let scalar = self.scalar(ty);
            self.local_of(process, &name, scalar, span);
            params += 1;
        }
        if ty.variadic {
            let pointer = self.pointer_ty();
            self.local_of(process, "...", pointer, function.span);
            params += 1;
        }
        self.program.procs[process].params = params;
        self.queue.push(id);
        process
    }

    pub(super) fn function_type(&self, ty: TypeId) -> hir::FunctionType {
        match self.unit.types.get(ty) {
            Type::Function(it) => it.clone(),
            _ => hir::FunctionType {
                result: ty,
                parameters: Vec::new(),
                variadic: false,
                prototyped: false,
            },
        }
    }

    /// Translates a function. The library converts on purpose.
    pub(super) fn function(&mut self, id: FunctionId) {
        let is_ours = self.unit.is_of_the_library(&self.unit.functions[id]);
        let wanted = self.properties.get(&Check::Conversion).copied().filter(|_| is_ours);
        if wanted.is_some() {
            self.properties.remove(&Check::Conversion);
        }
        self.translate(id);
        self.properties.extend(wanted.map(|it| (Check::Conversion, it)));
    }

    fn translate(&mut self, id: FunctionId) {
        let process = self.process_of(id);
        self.build = Build::of(&mut self.program, process);
        self.build.function = Some(id);
        let function = &self.unit.functions[id];
        let ty = self.function_type(function.ty);
        let mut params = self.program.procs[process].locals.clone().into_iter();
        if self.class(ty.result) == Class::Aggregate {
            self.build.result = params.next();
        }
        let in_a_model = self.unit.obstacles.first().filter(|_| self.host.is_some());
        if let Some(obstacle) = function.obstacle.as_ref().or(in_a_model) {
            return self.unsupported(&obstacle.what, obstacle.span);
        }
        let Some(body) = function.body else {
            return self.body_of_another(id, ty.result, params.collect());
        };
        for (variable, param) in function.parameters.clone().into_iter().zip(params.by_ref()) {
            self.receive(variable, param);
        }
        if ty.variadic {
            self.build.variadic = params.next();
        }
        self.find_labels(body, Vec::new());
        self.begin_activation(id);
        if function.name.starts_with("__VERIFIER_atomic_") && self.threads.is_some() {
            self.build.section = Some(self.enter_section());
        }
        self.end_statement();
        self.statement(body);
        if self.is_reached() {
            let is_main = Some(id) == self.unit.entry;
            let value = match self.class(ty.result) {
                Class::Scalar(_) if is_main => Some(self.lost_value(ty.result)),
                Class::Scalar(scalar) => {
                    let scalar = self.program.ty(scalar);
                    let anything = self.temporary(scalar);
                    self.havoc(anything);
                    Some(self.load_var(anything))
                }
                Class::Aggregate | Class::Void | Class::Unsupported => None,
            };
            self.note_return(id, Returned::Nothing);
            self.return_with(value);
        }
        self.land(id);
    }

    /// A pointer to a function without a body may still be called.
    fn body_of_another(&mut self, id: FunctionId, result: TypeId, params: Vec<tribunal_ir::VarId>) {
        let span = self.unit.functions[id].span;
        let args: Vec<ExprId> = params.into_iter().map(|it| self.load_var(it)).collect();
        let value = self.call_unknown(id, &args, result, span);
        if self.is_reached() {
            let value = value.filter(|_| matches!(self.class(result), Class::Scalar(_)));
            self.return_with(value);
        }
    }

    /// Brings an argument to where its parameter is kept.
    pub(super) fn receive(&mut self, variable: hir::VarId, param: tribunal_ir::VarId) {
        let ty = self.unit.variables[variable].ty.id;
        let span = self.unit.variables[variable].span;
        let scalar = matches!(self.class(ty), Class::Scalar(_));
        if scalar && !self.unit.variables[variable].address_taken {
            self.homes[variable.index()] = Some(Home::Register(param));
            return;
        }
        let object =
            self.site(&self.unit.variables[variable].name.clone(), Storage::Automatic, span);
        self.program.objects[object].layout = self.layout(ty);
        // A `va_list` is an array on x86-64: who hands it over sees what was taken from it.
        let is_list = matches!(self.unit.types.get(ty), Type::VaList);
        if is_list && self.program.pointer_bytes == PointerBytes::Eight {
            self.homes[variable.index()] = Some(Home::Slot { address: param, object });
            return;
        }
        let address = self.address_of(variable, "&parameter");
        self.homes[variable.index()] = Some(Home::Slot { address, object });
        self.build.until_return.push(address);
        self.enter_captured(variable, address);
        let place = self.program.place(Place::Var(address));
        let size = self.bytes(self.size(ty));
        self.act(Action::Allocate { object, size, place });
        let (to, value) = (self.load_var(address), self.load_var(param));
        if scalar {
            self.write(Spot::Memory(Address::inside(to)), ty, value, span);
        } else {
            self.act(Action::Copy { to, from: value, size });
        }
    }

    /// Notes which blocks are around each label of a statement, given those around it. Statements inside of expressions are left out: nobody jumps into them, so
    /// that it is early enough when they are lowered.
    pub(super) fn find_labels(&mut self, body: StmtId, around: Vec<StmtId>) {
        let mut stack = vec![(body, around)];
        while let Some((id, around)) = stack.pop() {
            match &self.unit.stmts[id].kind {
                StmtKind::Label(label) => _ = self.build.label_scopes.insert(*label, around),
                StmtKind::Block { statements, .. } => {
                    let mut inside = around;
                    inside.push(id);
                    stack.extend(statements.iter().map(|it| (*it, inside.clone())));
                }
                StmtKind::If { arms, otherwise } => {
                    let parts = arms.iter().map(|(_, it)| *it).chain(*otherwise);
                    stack.extend(parts.map(|it| (it, around.clone())));
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::Contracted { body, .. }
                | StmtKind::Switch { body, .. } => stack.push((*body, around)),
                _ => {}
            }
        }
    }
}

/// Calls.
impl Lowering<'_> {
    pub(super) fn call(
        &mut self,
        callee: Callee,
        arguments: &[hir::ExprId],
        ty: TypeId,
        span: Span,
        wanted: Wanted,
    ) -> Option<ExprId> {
        match callee {
            Callee::Direct(function) => {
                let around = self.cancellation(function);
                self.before_call(around, arguments, span);
                let value = self.call_direct(function, arguments, ty, span, wanted);
                self.after_call(around);
                value
            }
            Callee::Indirect(pointer) => self.call_indirect(pointer, arguments, ty, span, wanted),
        }
    }

    fn call_direct(
        &mut self,
        function: FunctionId,
        arguments: &[hir::ExprId],
        ty: TypeId,
        span: Span,
        wanted: Wanted,
    ) -> Option<ExprId> {
        if let Some(obstacle) = &self.unit.functions[function].obstacle {
            self.unsupported(&obstacle.what, obstacle.span);
            return None;
        }
        if let Some(process) = self.replacement(function) {
            return self.call_by_contract(process, function, arguments, span);
        }
        if self.stance.is_some() && self.speaks_of_fresh_memory(function) {
            return self.predicate(function, arguments, span);
        }
        if let Some(known) = self.known(function) {
            let name = self.unit.functions[function].name.clone();
            return self.call_known((known, &name), arguments, ty, span);
        }
        if let Some(builtin) = self.float_function(function) {
            return Some(self.builtin(&builtin, arguments, ty, span));
        }
        if let Some(value) = self.approximation(function, arguments) {
            return Some(value);
        }
        if self.unit.is_of_the_library(&self.unit.functions[function]) {
            let name = plain(&self.unit.functions[function].name).to_owned();
            self.check_format(&name, arguments, span, wanted);
            if self.print(function, arguments, span, wanted) {
                return None;
            }
            self.note_reliance(&name, span, wanted);
        }
        let args = self.arguments(arguments);
        self.check_nonnull(function, &args, span);
        if self.unit.functions[function].body.is_none() {
            return self.call_unknown(function, &args, ty, span);
        }
        let types: Vec<TypeId> = arguments.iter().map(|it| self.unit.exprs[*it].ty).collect();
        if !self.takes(function, &types) {
            let name = plain(&self.unit.functions[function].name);
            let what = format!("a call of `{name}` with arguments of other types");
            self.unsupported(&what, span);
            return None;
        }
        if wanted == Wanted::Value && !self.yields(function, ty) {
            let name = plain(&self.unit.functions[function].name).to_owned();
            let declared = self.function_type(self.unit.functions[function].ty).result;
            if self.class(declared) == Class::Void {
                let message = format!("the value of `{name}` is used, which returns none");
                self.fail(Check::Return, message, span);
            } else {
                self.unsupported(&format!("the value of `{name}` as one of another type"), span);
            }
            return None;
        }
        let result = self.call_defined(function, &args, &types, ty, span, wanted);
        if self.unit.functions[function].noreturn {
            self.fail(Check::Unreachable, "a function that must not return returns", span);
        }
        result
    }

    /// Whether a call hands over what a function expects: who declares it by itself, or not at all, may be mistaken (C17 6.5.2.2p6). An argument
    /// that is missing is arbitrary, but not in the library.
    fn takes(&self, id: FunctionId, types: &[TypeId]) -> bool {
        let function = &self.unit.functions[id];
        let expected = self.function_type(function.ty);
        let has_all = types.len() == function.parameters.len()
            || expected.variadic && types.len() > function.parameters.len()
            || !self.unit.is_of_the_library(function);
        let parameters = function.parameters.iter().map(|it| self.unit.variables[*it].ty.id);
        let fits = |(a, b): (TypeId, &TypeId)| {
            self.fits_promoted(&expected, a, *b)
                && !(self.unit.is_of_the_library(function) && self.is_to_less(*b, a))
        };
        has_all && parameters.zip(types).all(fits)
    }

    /// Whether a function takes an argument of this type for that parameter from a call without a prototype.
    pub(super) fn fits_promoted(
        &self,
        function: &hir::FunctionType,
        parameter: TypeId,
        argument: TypeId,
    ) -> bool {
        self.is_passed_alike(parameter, argument)
            && !(function.prototyped && self.is_float_as_double(parameter, argument))
    }

    /// Whether a call without a prototype hands over a `double` to a function that was defined with one, and expects a `float`.
    fn is_float_as_double(&self, parameter: TypeId, argument: TypeId) -> bool {
        let shape = |it: TypeId| match self.class(it) {
            Class::Scalar(Ty::Float(shape)) => Some(shape),
            _ => None,
        };
        shape(parameter) == Some(FloatShape::Single) && shape(argument) == Some(FloatShape::Double)
    }

    /// Whether a pointer of one type points to less than one of another does: a program with headers of its own may have other ideas of what a lock is.
    fn is_to_less(&self, one: TypeId, other: TypeId) -> bool {
        let pointee = |ty: TypeId| match self.unit.types.get(ty) {
            hir::Type::Pointer(to) => self.unit.types.size_of(to.id),
            _ => None,
        };
        let is_void = matches!(self.unit.types.get(one), hir::Type::Pointer(to) if self.unit.types.is_void(to.id));
        !is_void && pointee(one).zip(pointee(other)).is_some_and(|(one, other)| one < other)
    }

    /// Whether a function yields values as a call expects them. Of a number that is wider than expected, the lower part is seen.
    fn yields(&self, id: FunctionId, result: TypeId) -> bool {
        let declared = self.function_type(self.unit.functions[id].ty).result;
        match (self.class(declared), self.class(result)) {
            (_, Class::Void) => true,
            (Class::Scalar(Ty::Int(a)), Class::Scalar(Ty::Int(b))) if b.bits < a.bits => true,
            _ => self.is_passed_alike(declared, result),
        }
    }

    /// Whether a value of one type is handed over as one of another is, after the promotions of functions without a prototype.
    fn is_passed_alike(&self, parameter: TypeId, argument: TypeId) -> bool {
        let is_small = |it: Ty| match it {
            Ty::Bool => true,
            Ty::Int(shape) => shape.bits <= 32,
            _ => false,
        };
        match (self.class(parameter), self.class(argument)) {
            (Class::Scalar(a), Class::Scalar(b)) if is_small(a) && is_small(b) => true,
            (Class::Scalar(Ty::Int(a)), Class::Scalar(Ty::Int(b))) => a.bits == b.bits,
            (Class::Scalar(Ty::Float(a)), Class::Scalar(Ty::Float(b))) => {
                a == b || a == FloatShape::Single && b == FloatShape::Double
            }
            (Class::Aggregate, Class::Aggregate) => self.size(parameter) == self.size(argument),
            (a, b) => a == b,
        }
    }

    /// The values of arguments, from left to right.
    pub(super) fn arguments(&mut self, arguments: &[hir::ExprId]) -> Vec<ExprId> {
        let mut values = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let value = self.value(*argument);
            values.push(self.keep_before(value, &arguments[position + 1..]));
        }
        values
    }

    /// A call of a function of our own library, for what it checks.
    pub(super) fn call_of_ours(&mut self, function: FunctionId, args: &[ExprId], span: Span) {
        let result = self.function_type(self.unit.functions[function].ty).result;
        self.call_defined(function, args, &[], result, span, Wanted::Nothing);
    }

    pub(super) fn call_defined(
        &mut self,
        function: FunctionId,
        args: &[ExprId],
        types: &[TypeId],
        ty: TypeId,
        span: Span,
        wanted: Wanted,
    ) -> Option<ExprId> {
        let process = self.process_of(function);
        let declared = self.function_type(self.unit.functions[function].ty);
        let parameters = self.unit.functions[function].parameters.clone();
        let mut passed = Vec::new();
        let room = match self.class(declared.result) {
            Class::Aggregate => Some(self.room(self.size(declared.result), span)),
            _ => None,
        };
        if let Some(room) = room {
            passed.push(self.load_var(room));
        }
        for (position, parameter) in parameters.iter().enumerate() {
            let wanted = self.unit.variables[*parameter].ty.id;
            let target = self.scalar(wanted);
            passed.push(match args.get(position) {
                Some(value) => self.cast(target, *value),
                None => {
                    let anything = self.temporary(target);
                    self.havoc(anything);
                    self.load_var(anything)
                }
            });
        }
        if declared.variadic {
            let (args, types) = (
                &args[parameters.len().min(args.len())..],
                &types[parameters.len().min(types.len())..],
            );
            passed.push(self.further_arguments(args, types, span));
        }
        let result = match (self.class(declared.result), self.class(ty), wanted) {
            (Class::Scalar(wide @ Ty::Int(a)), Class::Scalar(Ty::Int(b)), Wanted::Value)
                if b.bits < a.bits =>
            {
                let wide = self.program.ty(wide);
                Some(self.temporary(wide))
            }
            (_, Class::Scalar(scalar), Wanted::Value) => {
                let scalar = self.program.ty(scalar);
                Some(self.temporary(scalar))
            }
            _ => None,
        };
        let place = result.map(|it| self.program.place(Place::Var(it)));
        self.act(Action::Call { process, args: passed, result: place });
        self.settle();
        self.watch_for_jump(function, span);
        if wanted == Wanted::Value {
            self.check_return(function, span);
        }
        match room {
            Some(room) => Some(self.load_var(room)),
            None => result.map(|it| {
                let (value, target) = (self.load_var(it), self.scalar(ty));
                self.cast(target, value)
            }),
        }
    }

    /// An object with the further arguments of a variadic function.
    fn further_arguments(&mut self, args: &[ExprId], types: &[TypeId], span: Span) -> ExprId {
        let size = types.iter().map(|it| self.size_of_argument(*it)).sum();
        let room = self.room(size, span);
        let start = self.load_var(room);
        let mut at = 0;
        for (value, ty) in args.iter().zip(types) {
            let to = Address::inside(self.advance_by(start, at));
            at += self.size_of_argument(*ty);
            match self.class(*ty) {
                Class::Scalar(_) => self.write(Spot::Memory(to), *ty, *value, span),
                Class::Aggregate => self.copy(to, *value, *ty, span),
                Class::Void | Class::Unsupported => {
                    self.unsupported("a further argument of this type", span);
                }
            }
        }
        start
    }

    /// How many bytes a further argument of a type takes.
    fn size_of_argument(&self, ty: TypeId) -> u64 {
        self.size(ty).next_multiple_of(ARGUMENT).max(ARGUMENT)
    }

    /// `va_start` and its kin: a `va_list` holds a pointer to the next argument.
    pub(super) fn variadic(&mut self, access: hir::Access, ty: TypeId, span: Span) -> ExprId {
        let pointer_ty = self.pointer_ty();
        let at = |it: &mut Self, place: hir::PlaceId| match it.spot(place) {
            Spot::Memory(address) => {
                let pointer = address.pointer;
                let size = it.bytes(it.program.pointer_bytes.count());
                it.check_access(address, size, Access::Write, span);
                it.program.place(Place::Deref { pointer, ty: pointer_ty })
            }
            Spot::Register(var) => it.program.place(Place::Var(var)),
            Spot::Host(_) => {
                it.unsupported("a list of arguments in the model", span);
                let pointer = it.null();
                it.program.place(Place::Deref { pointer, ty: pointer_ty })
            }
        };
        match access {
            hir::Access::Start(list) => {
                let place = at(self, list);
                let value = match self.build.variadic {
                    Some(further) => self.load_var(further),
                    None => self.null(),
                };
                self.act(Action::Assign { place, value });
                self.lost_value(ty)
            }
            hir::Access::Argument(list) => {
                let place = at(self, list);
                let next = self.load(place);
                let next = self.keep(next);
                let value = match self.class(ty) {
                    Class::Scalar(_) => {
                        let spot = self.through(next);
                        let value = self.read(spot, ty, span);
                        self.keep(value)
                    }
                    _ => next,
                };
                let after = self.advance_by(next, self.size_of_argument(ty));
                self.act(Action::Assign { place, value: after });
                value
            }
            hir::Access::Copy(to, from) => {
                let (to, from) = (at(self, to), at(self, from));
                let value = self.load(from);
                self.act(Action::Assign { place: to, value });
                self.lost_value(ty)
            }
            hir::Access::End(list) => {
                // What leads to the list is evaluated, as in `va_end(*next++)`.
                at(self, list);
                self.lost_value(ty)
            }
        }
    }

    /// A call of a function that nobody defines: it yields anything and touches nothing.
    pub(super) fn call_unknown(
        &mut self,
        id: FunctionId,
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        if let Some(value) = self.uninterpreted(id, args, span) {
            return Some(value);
        }
        let function = &self.unit.functions[id];
        if !functions::is_input(&function.name) {
            // It means something, and comes here declared or called in an unusual way.
            if functions::support(&function.name).is_some() {
                let what = what_is_missing(&function.name);
                self.unsupported(&what, span);
                return None;
            }
            let what = format!(
                "function `{}` has no body: it returns any value and changes nothing",
                function.name
            );
            self.assume_that(AssumptionKind::NoBody, what, span);
        }
        let name = function.name.clone();
        if !self.program.undefined.contains(&name) {
            self.program.undefined.push(name.clone());
        }
        if function.noreturn {
            self.halt();
            return None;
        }
        match self.class(ty) {
            Class::Scalar(scalar) => {
                let scalar = self.program.ty(scalar);
                // Evidence tells by this variable which call yields which value.
                let anything = self.input(&name, scalar, span);
                self.havoc(anything);
                self.settle();
                Some(self.load_var(anything))
            }
            Class::Aggregate => {
                let room = self.room(self.size(ty), span);
                Some(self.load_var(room))
            }
            Class::Void => None,
            Class::Unsupported => {
                self.unsupported("a result of this type", span);
                None
            }
        }
    }
}
