//! Function definitions and their labels (C17 6.9.1, 6.8.1).

use rustc_hash::FxHashMap;
use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use crate::ast;
use crate::hir::{
    FunctionId, FunctionType, Label, LabelId, Linkage, Origin, QualType, Stmt, StmtKind, Storage,
    Type, TypeId, VarId, Variable, VariableState,
};

use super::attribute::Attributes;
use super::declarator::Position;
use super::scope::Entity;
use super::specifiers::TagUse;
use super::switch::SwitchContext;
use super::{Checked, Reported, Sema};

/// What is known inside a function's body.
#[derive(Debug)]
pub(crate) struct FunctionContext {
    pub(crate) id: FunctionId,
    pub(crate) result: TypeId,
    parameters: Vec<VarId>,
    labels: FxHashMap<Symbol, LabelId>,
    /// For each label mentioned: where first, and whether it has been met.
    met: FxHashMap<LabelId, bool>,
    /// The variables of the open blocks.
    pub(crate) blocks: Vec<Vec<VarId>>,
    pub(crate) switches: Vec<SwitchContext>,
    /// How many loops and switches `break` may leave, and how many loops there are.
    pub(crate) breakable: usize,
    pub(crate) loops: usize,
    /// In a contract: values from before the call or loop.
    pub(crate) olds: Option<Olds>,
}

/// Values from before a call or a loop.
#[derive(Debug)]
pub(crate) struct Olds {
    /// Each with the variable that keeps it.
    pub(crate) values: Vec<(VarId, crate::hir::ExprId)>,
    /// How many variables there were when the contract began: later ones are its own.
    pub(crate) since: usize,
}

impl FunctionContext {
    pub(crate) fn new(id: FunctionId, result: TypeId) -> Self {
        Self {
            id,
            result,
            parameters: Vec::new(),
            labels: FxHashMap::default(),
            met: FxHashMap::default(),
            blocks: vec![Vec::new()],
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
            olds: None,
        }
    }

    pub(crate) fn parameters(&self) -> &[VarId] {
        &self.parameters
    }
}

/// Where a function is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    File,
    /// In another function.
    Function,
}

impl Sema<'_> {
    pub(crate) fn function_definition(&mut self, id: ast::FunctionId) {
        let definition = self.ast[id];
        let checked = match self.is_replaced(&definition) {
            true => self.declare_alone(&definition),
            false => self.check_function(&definition, Level::File),
        };
        if checked.is_err()
            && let Some(name) = definition.declarator.name
            && self.scopes.lookup(name.symbol).is_none()
        {
            self.scopes.close_to_file();
            self.scopes.declare(name.symbol, Entity::Broken, name.span);
        }
        self.function = None;
        self.scopes.close_to_file();
    }

    pub(super) fn check_function(
        &mut self,
        definition: &ast::Function,
        level: Level,
    ) -> Checked<()> {
        let ast = self.ast;
        let declarator = &definition.declarator;
        let Some(name) = declarator.name else { return Err(Reported) };
        let specified = self.specifiers(definition.specifiers, TagUse::Reference)?;
        let specifiers = ast[definition.specifiers];
        let mut attributes = specified.attributes;
        self.attributes(declarator.attributes, &mut attributes)?;
        let Some(base) = specified.ty else {
            return Err(self.error(
                "unknown-type",
                definition.span,
                "`__auto_type` needs an initialiser",
            ));
        };
        let ty = self.derive(base, declarator, Position::Fixed)?;
        let Type::Function(function_type) = self.types().get(ty.id).clone() else {
            return Err(self.error("not-a-function", declarator.span, "a body needs a function"));
        };
        let Some(&ast::Derivation::Function { parameters, .. }) =
            ast[declarator.derivations].first()
        else {
            return Err(self.error(
                "not-a-function",
                declarator.span,
                "a definition must name its parameters",
            ));
        };
        let result = function_type.result;
        if !self.types().is_void(result) && !self.types().is_complete(result) {
            let ty = self.show(result);
            return Err(self.error(
                "incomplete-type",
                declarator.span,
                format!("the function returns `{ty}`, which is incomplete"),
            ));
        }
        attributes.weak |= self.is_made_weak(self.text(name.symbol));
        let function = if level == Level::Function {
            self.declare_nested(name, ty.id)?
        } else {
            let label = self.label(declarator);
            let function = self.declare_function(name, ty.id, label, specifiers.storage)?;
            attributes.weak |= self.unit.functions[function].weak;
            self.claim_body(function, name, &specifiers, &attributes)?
        };
        self.mark_function(function, &attributes);
        self.unit.functions[function].span = name.span;
        self.contract(function, declarator);
        self.function = Some(FunctionContext::new(function, result));
        self.scopes.enter();
        match parameters {
            ast::Parameters::Unspecified => {}
            ast::Parameters::Prototype { list, .. } => {
                self.prototype(list, Position::Parameter)?;
            }
            ast::Parameters::Names(names) => {
                self.old_style_parameters(names, definition.parameters)?
            }
        }
        // Those of the parameters, read again.
        self.mark_function(function, &Attributes::default());
        self.check_main(function, &function_type, name.span);
        self.function_body(function, definition.body)
    }

    /// The function that gets the body: a second inline definition of another file stays private to this file.
    fn claim_body(
        &mut self,
        function: FunctionId,
        name: ast::Name,
        specifiers: &ast::Specifiers,
        attributes: &Attributes,
    ) -> Checked<FunctionId> {
        let inline = specifiers.function.inline && specifiers.storage != Some(ast::Storage::Static);
        let gives_way = inline || attributes.gnu_inline || attributes.weak;
        let has_body = self.unit.functions[function].body.is_some();
        if has_body && !self.externals.inline.contains(&function) {
            let text = self.text(name.symbol);
            let first = self.unit.functions[function].span;
            if !gives_way || first.file == name.span.file {
                return Err(self.redeclared(text, name.span, first));
            }
            if attributes.weak {
                self.meet("a weak function besides one that is not weak", name.span);
                self.refuse();
            }
            let mut copy = self.unit.functions[function].clone();
            copy.linkage = Linkage::Internal;
            copy.body = None;
            copy.parameters.clear();
            let copy = self.unit.functions.push(copy);
            self.file_scope.insert(name.symbol, Entity::Function(copy));
            self.scopes.declare(name.symbol, Entity::Function(copy), name.span);
            return Ok(copy);
        }
        if gives_way {
            self.externals.inline.insert(function);
        } else {
            self.externals.inline.remove(&function);
        }
        Ok(function)
    }

    fn check_main(&mut self, function: FunctionId, ty: &FunctionType, span: Span) {
        if self.unit.functions[function].name != "main" {
            return;
        }
        if ty.result != self.common.int {
            self.warn("main-type", span, "`main` should return `int`");
        }
        if ty.prototyped && ty.parameters.len() == 1 {
            self.warn("main-type", span, "`main` takes no parameter or at least two");
        }
    }

    fn function_body(&mut self, function: FunctionId, body: ast::StmtId) -> Checked<()> {
        let span = self.ast[body].span;
        let mut statements = Vec::new();
        self.flush_hoisted(&mut statements);
        // Recursive calls see the parameters of an old-style definition.
        if let Some(context) = &self.function {
            self.unit.functions[function].parameters = context.parameters.clone();
        }
        if let ast::StmtKind::Block { items, close } = self.ast[body].kind {
            self.block_items(items, &mut statements);
            self.mark_end(close, &mut statements);
        }
        self.check_labels();
        if self.unit.functions[function].name == "main"
            && self.function.as_ref().is_some_and(|it| it.result == self.common.int)
        {
            // Reaching the end of `main` returns 0 (C17 5.1.2.2.3).
            let end = Span { start: span.end.saturating_sub(1), ..span };
            let int = self.common.int;
            let zero = self.integer(0, int, end);
            self.statement_node(StmtKind::Return(Some(zero)), end, &mut statements);
        }
        let Some(mut context) = self.function.take() else { return Err(Reported) };
        let variables = context.blocks.pop().unwrap_or_default();
        let body =
            self.unit.stmts.push(Stmt { kind: StmtKind::Block { variables, statements }, span });
        self.unit.functions[function].body = Some(body);
        Ok(())
    }

    fn add_parameter(&mut self, name: &str, ty: QualType, span: Span) -> VarId {
        let function = self.function.as_ref().map(|it| it.id);
        let variable = self.unit.variables.push(Variable {
            name: name.to_owned(),
            ty,
            storage: Storage::Parameter,
            linkage: Linkage::None,
            state: VariableState::Defined,
            origin: Origin::Declaration,
            align: self.unit.types.preferred_align_of(ty),
            function,
            initialiser: None,
            extra_bytes: 0,
            address_taken: false,
            captured: false,
            weak: false,
            span,
        });
        if let Some(context) = &mut self.function {
            context.parameters.push(variable);
        }
        variable
    }

    pub(crate) fn declare_parameter(&mut self, name: ast::Name, ty: QualType) {
        let text = self.text(name.symbol);
        if !self.types().is_complete(ty.id) {
            let ty = self.show(ty.id);
            self.error(
                "incomplete-type",
                name.span,
                format!("the parameter `{text}` has type `{ty}`, which is incomplete"),
            );
        }
        let variable = self.add_parameter(text, ty, name.span);
        self.scopes.declare(name.symbol, Entity::Variable(variable), name.span);
    }

    pub(crate) fn declare_unnamed_parameter(&mut self, ty: QualType, span: Span) {
        self.add_parameter("", ty, span);
    }

    /// `int f(a, b) int a; char b; { … }`
    fn old_style_parameters(
        &mut self,
        names: ast::List<ast::Name>,
        declarations: ast::List<ast::DeclId>,
    ) -> Checked<()> {
        let ast = self.ast;
        let mut types: FxHashMap<Symbol, QualType> = FxHashMap::default();
        for &decl in &ast[declarations] {
            let ast::DeclKind::Variables { specifiers, declarators } = ast[decl].kind else {
                continue;
            };
            let specified = self.specifiers(specifiers, TagUse::Reference)?;
            let Some(base) = specified.ty else { return Err(Reported) };
            for item in &ast[declarators] {
                let ty = self.derive(base, &item.declarator, Position::Parameter)?;
                let mut attributes = Attributes::default();
                self.attributes(item.declarator.attributes, &mut attributes)?;
                let ty = self.apply_mode(ty, &attributes);
                let ty = self.adjust_parameter(ty, crate::hir::Qualifiers::default());
                let Some(name) = item.declarator.name else { continue };
                if !ast[names].iter().any(|it| it.symbol == name.symbol) {
                    let text = self.text(name.symbol);
                    return Err(self.error(
                        "unknown-parameter",
                        name.span,
                        format!("`{text}` is no parameter"),
                    ));
                }
                types.insert(name.symbol, ty);
            }
        }
        for &name in &ast[names] {
            let ty = match types.get(&name.symbol) {
                Some(&ty) => ty,
                None => {
                    let text = self.text(name.symbol);
                    self.warn(
                        "implicit-int",
                        name.span,
                        format!("the parameter `{text}` has no type: assumed to be `int`"),
                    );
                    QualType::plain(self.common.int)
                }
            };
            self.declare_parameter(name, ty);
        }
        Ok(())
    }

    pub(crate) fn add_to_block(&mut self, variable: VarId) {
        if let Some(block) = self.function.as_mut().and_then(|it| it.blocks.last_mut()) {
            block.push(variable);
        }
    }

    fn new_label(&mut self, name: Option<&str>, span: Span) -> Checked<LabelId> {
        let Some(context) = &self.function else {
            return Err(self.error("outside-function", span, "labels live in functions"));
        };
        let function = context.id;
        Ok(self.unit.labels.push(Label { name: name.map(str::to_owned), function, span }))
    }

    /// A target without a name, for `case` and `default`.
    pub(crate) fn anonymous_label(&mut self, span: Span) -> Checked<LabelId> {
        self.new_label(None, span)
    }

    pub(crate) fn local_label(&mut self, name: ast::Name) {
        let text = self.text(name.symbol);
        if let Ok(label) = self.new_label(Some(text), name.span) {
            // Nobody has to use it, nor to put it anywhere.
            self.scopes.declare_label(name.symbol, label);
        }
    }

    /// The label that a jump names.
    pub(crate) fn use_label(&mut self, name: Symbol, span: Span) -> Checked<LabelId> {
        if let Some(label) = self.scopes.local_label(name) {
            if let Some(context) = &mut self.function
                && self.unit.labels[label].function == context.id
            {
                context.met.entry(label).or_insert(false);
            }
            return Ok(label);
        }
        if let Some(&label) = self.function.as_ref().and_then(|it| it.labels.get(&name)) {
            return Ok(label);
        }
        let text = self.text(name);
        let label = self.new_label(Some(text), span)?;
        if let Some(context) = &mut self.function {
            context.labels.insert(name, label);
            context.met.insert(label, false);
        }
        Ok(label)
    }

    pub(crate) fn meet_label(&mut self, name: Symbol, span: Span) -> Checked<LabelId> {
        if self.text(name).starts_with("__CPROVER_ASYNC_") {
            self.meet("a thread that a label starts", span);
            self.refuse();
        }
        let label = self.use_label(name, span)?;
        let again = self.function.as_mut().and_then(|it| it.met.insert(label, true)) == Some(true);
        if again {
            let text = self.text(name);
            let first = self.unit.labels[label].span;
            return Err(self.redeclared(text, span, first));
        }
        self.unit.labels[label].span = span;
        Ok(label)
    }

    fn check_labels(&mut self) {
        let Some(context) = &self.function else { return };
        let mut missing: Vec<LabelId> =
            context.met.iter().filter(|it| !*it.1).map(|it| *it.0).collect();
        missing.sort();
        for label in missing {
            let Label { name, span, .. } = self.unit.labels[label].clone();
            self.error(
                "unknown-label",
                span,
                format!("there is no label `{}`", name.unwrap_or_default()),
            );
        }
    }
}
