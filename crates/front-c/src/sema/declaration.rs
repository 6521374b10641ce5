//! Declarations (C17 6.7).

use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use crate::ast;
use crate::hir::{
    Callee, ExprId, ExprKind, Linkage, Origin, QualType, Qualifiers, Stmt, StmtId, StmtKind,
    Storage, Type, TypeId, VarId, Variable, VariableState,
};

use super::attribute::Attributes;
use super::convert::Purpose;
use super::declarator::Position;
use super::link::{Declared, Definition};
use super::scope::Entity;
use super::specifiers::{Specified, TagUse};
use super::{Checked, Reported, Sema};

impl Sema<'_> {
    pub(crate) fn external_declaration(&mut self, id: ast::DeclId) {
        let decl = self.ast[id];
        match decl.kind {
            ast::DeclKind::Function(function) => self.function_definition(function),
            _ => {
                let mut statements = Vec::new();
                self.declaration(id, &mut statements);
            }
        }
    }

    /// A declaration in a block or outside; what it does when reached goes to `statements`.
    pub(crate) fn declaration(&mut self, id: ast::DeclId, statements: &mut Vec<StmtId>) {
        let ast = self.ast;
        let decl = ast[id];
        match decl.kind {
            ast::DeclKind::Variables { specifiers, declarators } => {
                self.variables(specifiers, declarators, decl.span, statements);
            }
            ast::DeclKind::Function(function) => self.nested_function(function),
            ast::DeclKind::StaticAssert { .. } => {
                let _ = self.static_assert(id);
            }
            ast::DeclKind::LocalLabels(names) => {
                for name in &ast[names] {
                    self.local_label(*name);
                }
            }
            ast::DeclKind::Asm(asm) => self.external_asm(asm, decl.span),
            ast::DeclKind::Empty => {}
            ast::DeclKind::Error => {
                self.statement_node(
                    StmtKind::Unsupported("an error".into()),
                    decl.span,
                    statements,
                );
            }
        }
    }

    pub(crate) fn statement_node(
        &mut self,
        kind: StmtKind,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) {
        statements.push(self.unit.stmts.push(Stmt { kind, span }));
    }

    pub(crate) fn static_assert(&mut self, id: ast::DeclId) -> Checked<()> {
        let ast::DeclKind::StaticAssert { condition, message } = self.ast[id].kind else {
            return Ok(());
        };
        let span = self.ast[condition].span;
        if self.integer_constant(condition, "the condition of `_Static_assert`")? == 0 {
            let text: String = match message {
                Some(it) => {
                    self.ast[it].units.iter().filter_map(|&it| char::from_u32(it)).collect()
                }
                None => String::new(),
            };
            return Err(self.error(
                "static-assertion",
                span,
                format!("the static assertion fails: {text}"),
            ));
        }
        Ok(())
    }

    fn variables(
        &mut self,
        specifiers: ast::SpecifiersId,
        declarators: ast::List<ast::InitDeclarator>,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) {
        let ast = self.ast;
        let tag_use = if declarators.is_empty() { TagUse::Declaration } else { TagUse::Reference };
        let specified = self.specifiers(specifiers, tag_use);
        self.flush_hoisted(statements);
        if declarators.is_empty() {
            self.refuse();
        }
        let shared = std::mem::take(&mut self.obstacles);
        for declarator in &ast[declarators] {
            self.obstacles.clone_from(&shared);
            let result = match &specified {
                Ok(specified) => {
                    self.declarator(&ast[specifiers], specified, declarator, statements)
                }
                Err(reported) => Err(*reported),
            };
            if ast[specifiers].function.constexpr
                && let Some(name) = declarator.declarator.name
            {
                self.note_constant(name, statements);
            }
            if result.is_err() {
                self.hoisted.clear();
                if let Some(name) = declarator.declarator.name
                    && self.scopes.here(name.symbol).is_none()
                {
                    self.scopes.declare(name.symbol, Entity::Broken, name.span);
                }
                self.statement_node(StmtKind::Unsupported("an error".into()), span, statements);
            }
        }
    }

    /// Computes the lengths of arrays whose declarations were just read.
    pub(crate) fn flush_hoisted(&mut self, statements: &mut Vec<StmtId>) {
        for effect in std::mem::take(&mut self.hoisted) {
            let span = self.span(effect);
            let effect = self.discard(effect);
            self.statement_node(StmtKind::Expression(effect), span, statements);
        }
    }

    fn declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        specified: &Specified,
        item: &ast::InitDeclarator,
        statements: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let declarator = &item.declarator;
        let Some(name) = declarator.name else { return Err(Reported) };
        let mut attributes = specified.attributes.clone();
        let mut own = Attributes::default();
        self.attributes(declarator.attributes, &mut own)?;
        attributes.align = attributes.align.max(own.align);
        attributes.last_align = own.last_align.or(attributes.last_align);
        attributes.noreturn |= own.noreturn;
        attributes.nonnull.add(&own.nonnull);
        attributes.returns_nonnull |= own.returns_nonnull;
        attributes.constructor = attributes.constructor.or(own.constructor);
        attributes.destructor = attributes.destructor.or(own.destructor);
        attributes.weak |= own.weak || self.is_made_weak(self.text(name.symbol));
        attributes.alias = own.alias.clone().or(attributes.alias);
        attributes.weakref = own.weakref.clone().or(attributes.weakref);
        attributes.cleanup = own.cleanup.or(attributes.cleanup);
        let mut auto_value = None;
        let base = match specified.ty {
            Some(ty) => ty,
            None => {
                let value = self.auto_value(item.init, declarator.span)?;
                auto_value = Some(value);
                let ty = QualType::plain(self.ty(value));
                self.qualify(ty, specifiers.qualifiers.into())
            }
        };
        let block = self.function.is_some();
        let linked = !block || matches!(specifiers.storage, Some(ast::Storage::Extern));
        let is_static = matches!(specifiers.storage, Some(ast::Storage::Static)) || linked;
        let is_typedef = specifiers.storage == Some(ast::Storage::Typedef);
        let position =
            if block && (!is_static || is_typedef) { Position::Block } else { Position::Fixed };
        let ty = self.derive(base, declarator, position)?;
        let ty = self.apply_mode(ty, &own);
        self.flush_hoisted(statements);
        let type_align = self.type_alignment(specified, declarator, &own);
        if !declarator.contract.is_empty() && (is_typedef || !self.types().is_function(ty.id)) {
            let message = "only the declaration of a function has a contract";
            return Err(self.error("contract", declarator.span, message));
        }
        if is_typedef {
            if own.transparent || attributes.transparent {
                self.make_transparent(ty);
            }
            self.refuse();
            return self.typedef(name, ty, attributes.last_align.or(type_align));
        }
        if self.types().is_function(ty.id) {
            if item.init.is_some() {
                return Err(self.error(
                    "invalid-initialiser",
                    declarator.span,
                    "a function cannot be initialised",
                ));
            }
            let label = self.label(declarator);
            // GNU: `auto` announces a nested function.
            let function = if block && specifiers.storage == Some(ast::Storage::Auto) {
                self.declare_nested(name, ty.id)?
            } else {
                self.declare_function(name, ty.id, label, specifiers.storage)?
            };
            self.mark_function(function, &attributes);
            self.contract(function, declarator);
            self.note_alias(Entity::Function(function), &attributes, declarator.span);
            return Ok(());
        }
        if self.types().is_void(ty.id)
            && !(linked && specifiers.storage == Some(ast::Storage::Extern))
        {
            return Err(self.error(
                "void-value",
                declarator.span,
                "a variable cannot have type `void`",
            ));
        }
        let is_in_register =
            specifiers.storage == Some(ast::Storage::Register) && declarator.asm_label.is_some();
        if is_in_register {
            self.meet("a variable in a register of its own choice", declarator.span);
        }
        if !block
            && !is_in_register
            && matches!(specifiers.storage, Some(ast::Storage::Auto | ast::Storage::Register))
            && specified.ty.is_some()
        {
            let message = "outside of functions nothing is `auto` or `register`";
            return Err(self.error("wrong-storage", declarator.span, message));
        }
        let align = self.object_alignment(ty, type_align, &attributes);
        let object = Object {
            name,
            ty,
            align,
            weak: attributes.weak,
            cleanup: attributes.cleanup,
            init: item.init,
            auto_value,
            span: declarator.span,
        };
        if linked {
            let label = self.label(declarator).filter(|_| !is_in_register);
            let variable = self.linked_variable(specifiers, &object, label, block)?;
            self.mark_variable(variable, &attributes);
            self.note_alias(Entity::Variable(variable), &attributes, declarator.span);
            return Ok(());
        }
        if is_static {
            self.refuse();
            return self.static_local(specifiers, &object);
        }
        self.block_obstacles(declarator.span, statements);
        self.automatic(&object, statements)
    }

    /// How an object is aligned: as it says itself, be it less than usual, or else as its type.
    fn object_alignment(&self, ty: QualType, of_type: Option<u64>, own: &Attributes) -> u64 {
        let usual = || self.types().preferred_align_of(ty);
        own.align.or(of_type).unwrap_or_else(usual)
    }

    fn make_transparent(&mut self, ty: QualType) {
        if let crate::hir::Type::Record(record) = *self.types().get(ty.id) {
            self.unit.types.records[record].transparent = true;
        }
    }

    /// The value in GNU's `__auto_type x = value;`, which says the type.
    fn auto_value(&mut self, init: Option<ast::InitId>, span: Span) -> Checked<ExprId> {
        if let Some(init) = init
            && let ast::InitKind::Expr(expr) = self.ast[init].kind
        {
            return self.full_expr(expr);
        }
        Err(self.error("unknown-type", span, "`__auto_type` needs an expression as initialiser"))
    }

    fn typedef(&mut self, name: ast::Name, ty: QualType, align: Option<u64>) -> Checked<()> {
        match self.scopes.here(name.symbol) {
            Some((Entity::Typedef { ty: old, .. }, _))
                if old.qualifiers == ty.qualifiers && self.types().compatible(old.id, ty.id) => {}
            Some((Entity::Broken, _)) | None => {}
            Some((_, first)) => {
                let text = self.text(name.symbol);
                return Err(self.redeclared(text, name.span, first));
            }
        }
        self.scopes.declare(name.symbol, Entity::Typedef { ty, align }, name.span);
        if self.function.is_none() && ty.qualifiers == Qualifiers::default() {
            self.call_by(name, ty.id);
        }
        Ok(())
    }

    /// A struct, union or enumeration without a tag is known by the first name that it is given.
    fn call_by(&mut self, name: ast::Name, ty: TypeId) {
        let text = self.text(name.symbol).to_owned();
        let (tag, alias) = match *self.types().get(ty) {
            Type::Record(it) => {
                let it = &mut self.unit.types.records[it];
                (&it.tag, &mut it.alias)
            }
            Type::Enum(it) => {
                let it = &mut self.unit.types.enums[it];
                (&it.tag, &mut it.alias)
            }
            _ => return,
        };
        if tag.is_none() {
            alias.get_or_insert(text);
        }
    }

    fn linked_variable(
        &mut self,
        specifiers: &ast::Specifiers,
        object: &Object,
        label: Option<String>,
        block: bool,
    ) -> Checked<VarId> {
        let is_extern = specifiers.storage == Some(ast::Storage::Extern);
        let definition = match object.init {
            Some(_) => Definition::Initialised,
            None if is_extern => Definition::None,
            None => Definition::Tentative,
        };
        if block && object.init.is_some() {
            return Err(self.error(
                "invalid-initialiser",
                object.span,
                "an `extern` declaration in a block cannot have an initialiser",
            ));
        }
        let declared = Declared {
            name: object.name,
            ty: object.ty,
            align: object.align,
            label,
            storage: specifiers.storage,
            weak: object.weak,
        };
        let variable = self.declare_linked(declared, definition)?;
        if specifiers.thread_local {
            self.unit.variables[variable].storage = Storage::Thread;
        }
        self.initialise_static(variable, object)?;
        Ok(variable)
    }

    fn initialise_static(&mut self, variable: VarId, object: &Object) -> Checked<()> {
        let Some(init) = object.init else { return Ok(()) };
        let ty = self.unit.variables[variable].ty;
        let outer = std::mem::replace(&mut self.static_context, true);
        let done = self.initialise(ty, init, Storage::Static);
        self.static_context = outer;
        let done = done?;
        let it = &mut self.unit.variables[variable];
        it.ty = done.ty;
        it.extra_bytes = done.extra_bytes;
        it.initialiser = Some(done.initialiser);
        self.require_complete(done.ty, object.span)
    }

    fn require_complete(&mut self, ty: QualType, span: Span) -> Checked<()> {
        if self.types().is_complete(ty.id) {
            return Ok(());
        }
        let ty = self.show(ty.id);
        Err(self.error(
            "incomplete-type",
            span,
            format!("a variable cannot have type `{ty}`, which is incomplete"),
        ))
    }

    /// A new variable of a block, known by its name from now on.
    fn local(&mut self, object: &Object, storage: Storage) -> Checked<VarId> {
        let text = self.text(object.name.symbol);
        if let Some((entity, first)) = self.scopes.here(object.name.symbol)
            && !matches!(entity, Entity::Broken)
        {
            return Err(self.redeclared(text, object.name.span, first));
        }
        let variable = self.unit.variables.push(Variable {
            name: text.to_owned(),
            ty: object.ty,
            storage,
            linkage: Linkage::None,
            state: VariableState::Defined,
            origin: Origin::Declaration,
            align: object.align,
            function: self.function.as_ref().map(|it| it.id),
            initialiser: None,
            extra_bytes: 0,
            address_taken: false,
            captured: false,
            weak: false,
            span: object.name.span,
        });
        self.scopes.declare(object.name.symbol, Entity::Variable(variable), object.name.span);
        Ok(variable)
    }

    fn static_local(&mut self, specifiers: &ast::Specifiers, object: &Object) -> Checked<()> {
        let storage = if specifiers.thread_local { Storage::Thread } else { Storage::Static };
        let variable = self.local(object, storage)?;
        if object.init.is_none() {
            return self.require_complete(object.ty, object.span);
        }
        self.initialise_static(variable, object)
    }

    fn automatic(&mut self, object: &Object, statements: &mut Vec<StmtId>) -> Checked<()> {
        let variable = self.local(object, Storage::Automatic)?;
        self.add_to_block(variable);
        let mut initialiser = None;
        if let Some(init) = object.init {
            if self.types().is_variably_sized(object.ty.id) {
                return Err(self.error(
                    "variable-length",
                    object.span,
                    "an array of variable length cannot be initialised",
                ));
            }
            let mark = self.next_expr();
            let done = match object.auto_value {
                Some(value) => self.initialise_with(object.ty, value, object.span)?,
                None => self.initialise(object.ty, init, Storage::Automatic)?,
            };
            self.unit.variables[variable].ty = done.ty;
            self.check_initialiser_sequence(mark, &done.initialiser, object.span);
            initialiser = Some(done.initialiser);
        }
        let ty = self.unit.variables[variable].ty;
        self.require_complete(ty, object.span)?;
        let size = if self.types().is_variably_sized(ty.id) {
            Some(self.sizeof(ty.id, object.span)?)
        } else {
            None
        };
        self.statement_node(
            StmtKind::Declare { variable, initialiser, size },
            object.span,
            statements,
        );
        match object.cleanup {
            Some((name, span)) => self.cleanup(variable, name, span, statements),
            None => Ok(()),
        }
    }

    /// GNU's `cleanup`: a function is called with a pointer to the variable when its block is left.
    fn cleanup(
        &mut self,
        variable: VarId,
        name: Symbol,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let function = match self.scopes.lookup(name) {
            Some(Entity::Function(it)) => it,
            _ => {
                let text = self.text(name);
                let message = format!("`{text}` is no function to clean up with");
                return Err(self.error("not-a-function", span, message));
            }
        };
        let ty = self.unit.functions[function].ty;
        let Type::Function(ty) = self.types().get(ty).clone() else { return Err(Reported) };
        let &[parameter] = ty.parameters.as_slice() else {
            let message = "a function to clean up with takes one pointer";
            return Err(self.error("wrong-argument-count", span, message));
        };
        let place = self.variable_place(variable, span);
        self.mark_address_taken(place);
        let pointer = self.pointer_to(self.unit.variables[variable].ty);
        let address = self.push(ExprKind::AddressOf(place), pointer, span);
        let argument = self.assign_convert(address, parameter, Purpose::Argument(1), span)?;
        self.unit.functions[function].used = true;
        let callee = Callee::Direct(function);
        let call = ExprKind::Call { callee, arguments: vec![argument] };
        let call = self.push(call, ty.result, span);
        let call = self.discard(call);
        self.statement_node(StmtKind::Cleanup(call), span, statements);
        Ok(())
    }

    /// A variable without a name in the source. Outside of functions it is static.
    pub(crate) fn hidden_variable(&mut self, ty: QualType, origin: Origin, span: Span) -> VarId {
        let function = self.function.as_ref().map(|it| it.id);
        let automatic = function.is_some() && !self.static_context;
        let storage = if automatic { Storage::Automatic } else { Storage::Static };
        self.unit.variables.push(Variable {
            name: String::new(),
            ty,
            storage,
            linkage: Linkage::None,
            state: VariableState::Defined,
            origin,
            align: self.unit.types.preferred_align_of(ty),
            function,
            initialiser: None,
            extra_bytes: 0,
            address_taken: false,
            captured: false,
            weak: false,
            span,
        })
    }
}

/// What a declarator declares.
struct Object {
    name: ast::Name,
    ty: QualType,
    /// The alignment in bytes.
    align: u64,
    weak: bool,
    /// The function to be called at the end of its block.
    cleanup: Option<(Symbol, Span)>,
    init: Option<ast::InitId>,
    /// The value of the initialiser, if it was needed to know the type.
    auto_value: Option<ExprId>,
    span: Span,
}
