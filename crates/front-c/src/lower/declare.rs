//! Where variables are kept, and how long automatic ones live.

use tribunal_base::{Id, Span};
use tribunal_ir::{
    Access, Action, AssumptionKind, Content, Initialiser, Initially, Layout, Matching, Object,
    ObjectId, Place, Scope, Storage, Var,
};

use super::check::Check;
use super::stmt::{STACK, USUAL_STACK};
use super::types::Class;
use super::{Home, Lowering};
use crate::hir::{self, Origin, StmtId, StmtKind};

impl Lowering<'_> {
    /// Decides where a variable is kept when it is first met.
    pub(super) fn settle_in(&mut self, id: hir::VarId) -> Home {
        let variable = &self.unit.variables[id];
        let (name, span, ty) = (variable.name.clone(), variable.span, variable.ty.id);
        let is_scalar = matches!(self.class(ty), Class::Scalar(_));
        let in_register = is_scalar && !variable.address_taken && !self.is_watched(id);
        let is_static = matches!(variable.storage, hir::Storage::Static | hir::Storage::Thread);
        if variable.storage == hir::Storage::Thread && self.threads.is_some() {
            self.unsupported("a variable that each thread has one of", span);
        }
        let home = match (is_static, in_register) {
            (true, true) => {
                let scalar = self.scalar(ty);
                let var = Var {
                    name,
                    ty: scalar,
                    scope: Scope::Global,
                    init: Vec::new(),
                    matching: Matching::Matched,
                    span,
                };
                Home::Register(self.program.vars.push(var))
            }
            (true, false) => Home::Static(self.static_object(id)),
            (false, true) => {
                let scalar = self.scalar(ty);
                Home::Register(self.local(&name, scalar, span))
            }
            (false, false) => {
                let object = self.site(&name, Storage::Automatic, span);
                self.program.objects[object].align = variable.align.max(1);
                self.program.objects[object].layout = self.layout(ty);
                let address = self.address_of(id, &format!("&{name}"));
                Home::Slot { address, object }
            }
        };
        self.homes[id.index()] = Some(home);
        if is_static {
            self.first_values(id, home);
        }
        home
    }

    /// Whether it matters if a variable was written: then it is an object, whose bytes know.
    pub(super) fn is_watched(&self, id: hir::VarId) -> bool {
        let variable = &self.unit.variables[id];
        self.properties.contains_key(&Check::Uninitialised)
            && variable.storage == hir::Storage::Automatic
            && variable.origin == Origin::Declaration
    }

    /// A place in the program that allocates.
    pub(super) fn site(&mut self, name: &str, storage: Storage, span: Span) -> ObjectId {
        self.program.objects.push(Object {
            name: name.to_owned(),
            storage,
            content: Content::Arbitrary,
            size: 0,
            align: 16,
            init: Vec::new(),
            access: Access::ReadWrite,
            layout: Layout::Bytes,
            span,
        })
    }

    fn static_object(&mut self, id: hir::VarId) -> ObjectId {
        let variable = &self.unit.variables[id];
        let literal = variable.origin == Origin::StringLiteral;
        let name = if literal { "string literal".to_owned() } else { variable.name.clone() };
        let (span, ty) = (variable.span, variable.ty.id);
        let size = self.size(ty) + variable.extra_bytes;
        // An array of constants is constant.
        let mut whole = variable.ty;
        while let hir::Type::Array { element, .. } = self.unit.types.get(whole.id)
            && !whole.qualifiers.constant
        {
            whole = *element;
        }
        let constant = literal || whole.qualifiers.constant;
        let object = Object {
            name,
            storage: Storage::Static,
            content: Content::Zero,
            size,
            align: variable.align.max(1),
            init: Vec::new(),
            access: if constant { Access::ReadOnly } else { Access::ReadWrite },
            layout: self.layout(ty),
            span,
        };
        self.program.objects.push(object)
    }

    /// What a static variable holds at the start.
    pub(super) fn first_values(&mut self, id: hir::VarId, home: Home) {
        let Some(initialiser) = self.unit.variables[id].initialiser.clone() else { return };
        match home {
            Home::Register(var) => {
                for element in &initialiser.elements {
                    if let hir::ElementValue::Scalar { value, .. } = element.value {
                        let value = self.value(value);
                        let place = self.program.place(Place::Var(var));
                        let first = Initialiser { place, value: Initially::Value(value) };
                        self.program.vars[var].init = vec![first];
                    }
                }
            }
            Home::Static(object) => self.static_values(object, &initialiser),
            Home::Slot { .. } => {}
        }
    }

    /// The automatic variables of a block that are objects.
    pub(super) fn objects_of(
        &mut self,
        block: StmtId,
    ) -> Vec<(hir::VarId, tribunal_ir::VarId, ObjectId)> {
        let StmtKind::Block { variables, .. } = &self.unit.stmts[block].kind else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for variable in variables.clone() {
            if matches!(self.unit.variables[variable].storage, hir::Storage::Automatic)
                && let Home::Slot { address, object } = self.home(variable)
            {
                found.push((variable, address, object));
            }
        }
        found
    }

    /// Brings the objects of a block to life.
    pub(super) fn enter_block(&mut self, block: StmtId) {
        for (variable, address, object) in self.objects_of(block) {
            self.enter_captured(variable, address);
            let place = self.program.place(Place::Var(address));
            match self.unit.types.size_of(self.unit.variables[variable].ty.id) {
                Some(size) => {
                    let hir::Variable { name, span, .. } = &self.unit.variables[variable];
                    if USUAL_STACK <= size {
                        let what = format!("`{name}` of {size} bytes on the stack");
                        let always = self.truth(true);
                        self.check(Check::Unsupported, always, what, *span);
                    } else if STACK < size {
                        let what = format!("the stack has room for `{name}` of {size} bytes");
                        self.assume_that(AssumptionKind::Memory, what, *span);
                    }
                    let size = self.bytes(size + self.unit.variables[variable].extra_bytes);
                    self.act(Action::Allocate { object, size, place });
                }
                // An array of variable length gets its storage when its declaration is reached.
                None => {
                    let value = self.null();
                    self.act(Action::Assign { place, value });
                }
            }
        }
        self.build.scopes.push(block);
    }
}
