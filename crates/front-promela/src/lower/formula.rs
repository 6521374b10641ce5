//! Temporal properties: `ltl` blocks and formulas from the command line.

use tribunal_base::Span;
use tribunal_ir::{ExprId, Formula, FormulaId, ProcId, ProcessKind, Property, PropertyKind};

use super::Lowering;
use crate::ast::{self, Item, LtlBinary, LtlKind, LtlUnary};

impl Lowering<'_> {
    /// Adds a property for each formula; the unnamed ones are numbered.
    pub(super) fn formulas(&mut self, model: &ast::Model, extra: &[(String, ast::Ltl)]) {
        let mut unnamed = 0;
        for item in &model.items {
            let Item::Ltl(block) = item else { continue };
            let name = block.name.as_ref().map_or_else(
                || {
                    unnamed += 1;
                    format!("ltl_{}", unnamed - 1)
                },
                |it| it.name.clone(),
            );
            self.ltl(&name, &block.formula);
        }
        for (name, formula) in extra {
            self.ltl(name, formula);
        }
    }

    fn ltl(&mut self, name: &str, formula: &ast::Ltl) {
        self.checks.clear();
        let lowered = self.formula(formula);
        if self.program.props.values().any(|it| it.name == name) {
            self.error("redeclared", formula.span, format!("there is another property `{name}`"));
        }
        let span = Some(formula.span);
        self.program.props.push(Property {
            name: name.to_owned(),
            kind: PropertyKind::Ltl(lowered),
            span,
        });
        self.definedness(name, formula);
    }

    /// A formula whose atoms can fail to have a meaning brings a second property: they always have one.
    fn definedness(&mut self, name: &str, formula: &ast::Ltl) {
        let checks = std::mem::take(&mut self.checks);
        let mut undefined = self.truth(false);
        for check in &checks {
            if let Some(failing) = self.failing(check) {
                undefined = self.or(undefined, failing.violated);
            }
        }
        self.always_defined(name, undefined, Some(formula.span));
    }

    /// The same for the expressions of a claim, which has no edges of its own to tell of faults.
    pub(super) fn claim_definedness(&mut self) {
        for (process, name, span) in self.claims() {
            let faults = self.claim_faults.iter().filter(|(it, _)| *it == process);
            let faults: Vec<ExprId> = faults.map(|(_, violated)| *violated).collect();
            let undefined = faults.into_iter().fold(self.truth(false), |any, it| self.or(any, it));
            self.always_defined(&name, undefined, Some(span));
        }
    }

    fn claims(&self) -> Vec<(ProcId, String, Span)> {
        let claims = self.program.procs.iter().filter(|(_, it)| it.kind == ProcessKind::Claim);
        claims.map(|(id, it)| (id, it.name.clone(), it.span)).collect()
    }

    fn always_defined(&mut self, name: &str, undefined: ExprId, span: Option<Span>) {
        if self.constant(undefined) == Some(0) {
            return;
        }
        let defined = self.not(undefined);
        let defined = self.node(Formula::Atom(defined));
        let never = self.node(Formula::Const(false));
        let always = self.node(Formula::Release(never, defined));
        let kind = PropertyKind::Ltl(always);
        self.program.props.push(Property { name: format!("{name}-defined"), kind, span });
    }

    fn node(&mut self, formula: Formula) -> FormulaId {
        self.program.formulas.intern(formula)
    }

    fn formula(&mut self, formula: &ast::Ltl) -> FormulaId {
        match &formula.kind {
            LtlKind::Atom(expr) => {
                let atom = self.truth_of(expr);
                match self.constant(atom) {
                    Some(value) => self.node(Formula::Const(value != 0)),
                    None => self.node(Formula::Atom(atom)),
                }
            }
            LtlKind::Unary(op, arg) => {
                let arg = self.formula(arg);
                match op {
                    LtlUnary::Not => self.node(Formula::Not(arg)),
                    LtlUnary::Next => self.node(Formula::Next(arg)),
                    LtlUnary::Always => {
                        let never = self.node(Formula::Const(false));
                        self.node(Formula::Release(never, arg))
                    }
                    LtlUnary::Eventually => {
                        let always = self.node(Formula::Const(true));
                        self.node(Formula::Until(always, arg))
                    }
                }
            }
            LtlKind::Binary(op, a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.binary_formula(*op, a, b)
            }
        }
    }

    fn binary_formula(&mut self, op: LtlBinary, a: FormulaId, b: FormulaId) -> FormulaId {
        match op {
            LtlBinary::And => self.node(Formula::And(a, b)),
            LtlBinary::Or => self.node(Formula::Or(a, b)),
            LtlBinary::Implies => {
                let not_a = self.node(Formula::Not(a));
                self.node(Formula::Or(not_a, b))
            }
            LtlBinary::Equivalent => {
                let forth = self.binary_formula(LtlBinary::Implies, a, b);
                let back = self.binary_formula(LtlBinary::Implies, b, a);
                self.node(Formula::And(forth, back))
            }
            LtlBinary::Until => self.node(Formula::Until(a, b)),
            LtlBinary::WeakUntil => {
                // a W b  =  b V (a || b)
                let either = self.node(Formula::Or(a, b));
                self.node(Formula::Release(b, either))
            }
            LtlBinary::Release => self.node(Formula::Release(a, b)),
        }
    }
}
