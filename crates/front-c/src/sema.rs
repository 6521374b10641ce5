//! The type checker: from the syntax tree of one or several files to the typed tree of one program.
//!
//! Follows ISO/IEC 9899:2018 and, where the standard leaves room or GNU C extends it, what gcc does: what gcc only warns of is a
//! warning here. An error ends the statement or declaration it is in; what follows is still checked.

mod alias;
mod arithmetic;
mod asm;
mod atom;
mod attribute;
mod bit_int;
mod build;
mod builtin;
mod call;
mod compatible;
mod condition;
mod conflict;
mod constant;
mod contract;
mod convert;
mod declaration;
mod declarator;
mod expr;
mod float;
mod function;
mod init;
mod layout;
mod library;
mod link;
mod literal;
mod member;
mod name;
mod nested;
mod observe;
mod obstacle;
mod overridden;
mod padding;
mod quantified;
mod record;
mod scope;
mod sequence;
mod sizeof;
mod specifiers;
mod stmt;
mod switch;
mod verifier;

use rustc_hash::FxHashMap;
use tribunal_base::{Diagnostic, Id as _, Span};
use tribunal_preprocess::Symbol;

use crate::ast;
use crate::hir::{self, FunctionId, Target, TypeId, Types, VarId};
use crate::observe::{Misfit, Plan};

use alias::{Alias, NamePragmas};
use build::Common;
use function::FunctionContext;
use link::Externals;
use observe::Observer;

pub(crate) use atom::check_atom;
pub(crate) use scope::{Entity, Scopes};

/// A problem that has been reported: the part of the program it is in has no meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

type Checked<T> = Result<T, Reported>;

/// Checks the files of a program and links them. With an error among the diagnostics, the program is not to be used.
pub fn analyse(units: &[ast::Unit], target: &Target) -> (hir::Unit, Vec<Diagnostic>) {
    let Analysed { unit, diagnostics, .. } = analyse_observed(units, target, &[]);
    (unit, diagnostics)
}

/// A program that was checked.
pub(crate) struct Analysed {
    pub(crate) unit: hir::Unit,
    /// What names mean at the end of the first file.
    pub(crate) names: Scopes,
    /// The variables of the observer, if there is one.
    pub(crate) observed: Vec<VarId>,
    pub(crate) misfits: Vec<Misfit>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The same, with what names mean, and what is observed of the first files.
pub(crate) fn analyse_observed(
    units: &[ast::Unit],
    target: &Target,
    plans: &[Plan<'_>],
) -> Analysed {
    crate::stack::with_deep_stack(|| check(units, target, plans))
}

fn check(units: &[ast::Unit], target: &Target, plans: &[Plan<'_>]) -> Analysed {
    let (mut observed, mut misfits) = (Vec::new(), Vec::new());
    let mut names = None;
    let mut externals = Externals::default();
    let mut types = Types::new(target.model);
    let common = Common::new(&mut types);
    let mut state = State {
        unit: hir::Unit::empty(types),
        common,
        diagnostics: Vec::new(),
        function_names: FxHashMap::default(),
    };
    for (number, ast) in units.iter().enumerate() {
        let mut sema = Sema {
            ast,
            unit: state.unit,
            common: state.common,
            diagnostics: state.diagnostics,
            function_names: state.function_names,
            externals,
            scopes: Scopes::default(),
            function: None,
            static_context: false,
            hoisted: Vec::new(),
            constants: FxHashMap::default(),
            file_scope: FxHashMap::default(),
            obstacles: Vec::new(),
            aliases: Vec::new(),
            name_pragmas: NamePragmas::default(),
            observer: None,
        };
        if let Some(plan) = plans.get(number) {
            if number == 0 {
                observed = sema.variables_of_the_observer(plan);
            }
            sema.observer = Some(Observer::new(plan, observed.clone()));
            sema.declare_for_the_observer();
        }
        sema.file();
        misfits.extend(sema.observer.into_iter().flat_map(|it| it.misfits));
        names.get_or_insert(sema.scopes);
        externals = sema.externals;
        state = State {
            unit: sema.unit,
            common: sema.common,
            diagnostics: sema.diagnostics,
            function_names: sema.function_names,
        };
    }
    let State { mut unit, mut diagnostics, .. } = state;
    externals.finish(&mut unit, &mut diagnostics);
    externals.tell_conflicts(&mut unit);
    externals.unite(&mut unit, &mut diagnostics);
    unit.entry = externals.function(&target.entry).filter(|&it| unit.functions[it].body.is_some());
    diagnostics.sort_by_key(|it| it.severity);
    Analysed { unit, names: names.unwrap_or_default(), observed, misfits, diagnostics }
}

/// What the files share.
struct State {
    unit: hir::Unit,
    common: Common,
    diagnostics: Vec<Diagnostic>,
    function_names: FxHashMap<FunctionId, VarId>,
}

/// The checker of one file.
pub(crate) struct Sema<'a> {
    ast: &'a ast::Unit,
    unit: hir::Unit,
    common: Common,
    diagnostics: Vec<Diagnostic>,
    /// The arrays of `__func__`.
    function_names: FxHashMap<FunctionId, VarId>,
    externals: Externals,
    scopes: Scopes,
    function: Option<FunctionContext>,
    /// Whether what is read belongs to an object of static storage inside a function.
    static_context: bool,
    /// Assignments to the lengths of arrays whose types were just read; to be evaluated before what uses them.
    hoisted: Vec<hir::ExprId>,
    /// The values of variables that are `constexpr`.
    constants: FxHashMap<hir::VarId, hir::ExprKind>,
    /// Names of this file with linkage, whatever the scope of their declaration.
    file_scope: FxHashMap<Symbol, scope::Entity>,
    /// What is not supported of the declaration at hand.
    obstacles: Vec<hir::Obstacle>,
    /// Declarations that are other names for something.
    aliases: Vec<Alias>,
    name_pragmas: NamePragmas,
    /// Who looks on.
    observer: Option<Observer<'a>>,
}

impl<'a> Sema<'a> {
    fn file(&mut self) {
        self.verifier_types();
        self.name_pragmas();
        self.loose_attributes();
        for &item in &self.ast.items {
            self.hoisted.clear();
            self.function = None;
            self.static_context = false;
            self.external_declaration(item);
            self.scopes.close_to_file();
            self.refuse();
        }
        self.resolve_aliases();
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        Reported
    }

    fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(code, span, message));
    }

    /// The last diagnostic, to add help or places to it.
    fn explain(&mut self, change: impl FnOnce(Diagnostic) -> Diagnostic) {
        if let Some(last) = self.diagnostics.pop() {
            self.diagnostics.push(change(last));
        }
    }

    fn text(&self, symbol: Symbol) -> &'a str {
        self.ast.text(symbol)
    }

    fn show(&self, ty: TypeId) -> String {
        self.unit.types.describe(ty)
    }

    fn types(&self) -> &Types {
        &self.unit.types
    }

    fn next_expr(&self) -> hir::ExprId {
        hir::ExprId::from_index(self.unit.exprs.len())
    }
}
