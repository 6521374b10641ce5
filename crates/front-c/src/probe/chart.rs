//! The nodes of functions, a mark at each, and a text with a probe before each, for tests.
//!
//! In the text, a condition is wrapped, `(probe, (condition))`; before a statement stands `probe;`, in braces where C wants one statement. `return e;` becomes a block that
//! keeps the value, tells that the end is reached, and returns. What a macro spells is one statement: there is no place for probes in it.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_base::{FileId, Span};

use super::edits::{Edits, Text, outside_of_macros};
use super::{NODE, Node, NodeKind, Request, names};
use crate::ast::{
    BlockItem, DeclId, DeclKind, Declarator, Derivation, ExprId, ForInit, Function, LabelKind,
    Parameters, StmtId, StmtKind, Storage, Unit,
};
use crate::hir;
use crate::observe::{Mark, Others, Point};

/// The nodes found so far.
pub(crate) struct Charting<'a> {
    ast: &'a Unit,
    hir: &'a hir::Unit,
    file: FileId,
    text: &'a str,
    request: &'a Request,
    /// The names that each atom uses.
    uses: Vec<Vec<String>>,
    /// The names of local variables, of all functions.
    locals: BTreeSet<String>,
    /// The names that are known in the whole file.
    globals: BTreeSet<String>,
    /// The local variables in scope, by block.
    scopes: Vec<Vec<String>>,
    function: String,
    result: Outcome,
    loops: u32,
    /// Labels before the next node.
    labels: Vec<String>,
    pub(crate) nodes: Vec<Node>,
    /// What is told where.
    pub(crate) marks: BTreeMap<Point, Vec<Mark>>,
    pub(crate) edits: Edits,
    /// Where the first function starts.
    pub(crate) first: usize,
}

/// What a function returns.
#[derive(Clone)]
enum Outcome {
    Nothing,
    /// A value of this type.
    Value(String),
    /// A value of a type that has no name here.
    Inferred,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// Among others.
    Block,
    /// Alone: the body of another.
    Body,
}

/// The name of what a function returns, in atoms.
pub(crate) const RESULT: &str = "result";

impl<'a> Charting<'a> {
    pub(crate) fn new(
        ast: &'a Unit,
        hir: &'a hir::Unit,
        file: FileId,
        text: &'a str,
        request: &'a Request,
        (nodes, locals): (Vec<Node>, BTreeSet<String>),
    ) -> Self {
        Self {
            ast,
            hir,
            file,
            text,
            request,
            uses: request.atoms.iter().map(|it| names(&it.text)).collect(),
            locals,
            globals: globals(ast),
            scopes: Vec::new(),
            function: String::new(),
            result: Outcome::Nothing,
            loops: 0,
            labels: Vec::new(),
            nodes,
            marks: BTreeMap::new(),
            edits: Edits::default(),
            first: text.len(),
        }
    }

    /// Charts all functions of the file, but those that an earlier file has one of the same name as. Those that are replaced get another name, and a declaration under their own.
    pub(crate) fn functions(&mut self, replaced: &[String]) {
        let earlier: BTreeSet<String> = self.nodes.iter().map(|it| it.function.clone()).collect();
        for &item in &self.ast.items {
            let decl = &self.ast[item];
            let DeclKind::Function(function) = decl.kind else { continue };
            let function = self.ast[function];
            let is_here = |span: Span| span.file == self.file;
            let Some(name) = function.declarator.name else { continue };
            let StmtKind::Block { items, close } = self.ast[function.body].kind else { continue };
            if !is_here(function.span)
                || !is_here(close)
                || !self.starts_with(self.ast[function.body].span, "{")
            {
                continue;
            }
            self.first = self.first.min(outside_of_macros(
                self.text,
                function.span.start as usize,
                name.span.start as usize,
            ));
            self.function = self.ast.text(name.symbol).to_owned();
            if replaced.contains(&self.function) {
                self.replace(&function, name.span);
                continue;
            }
            if earlier.contains(&self.function) {
                continue;
            }
            self.result = self.result_type(&function);
            self.scopes = vec![parameters(self.ast, &function), Vec::new()];
            self.loops = 0;
            self.labels.clear();
            for item in &self.ast[items] {
                self.item(*item);
            }
            let mut end = Text::default();
            let labels = std::mem::take(&mut self.labels);
            let node = self.node(NodeKind::End, close, labels, None, Point::End(close));
            end.append(&node);
            end.push("; ");
            self.edits.before(close.start as usize, end);
        }
    }

    /// Declares a function that a stub replaces, and gives its definition another name.
    fn replace(&mut self, function: &Function, name: Span) {
        let start = outside_of_macros(self.text, function.span.start as usize, name.start as usize);
        let end = self.ast[function.body].span.start as usize;
        let header = self.text.get(start..end).unwrap_or("");
        let declaration = header.replace('\n', " ");
        self.edits.before(start, Text::from(format!("{}; ", declaration.trim_end()).as_str()));
        let hidden = format!("__tribunal_replaced_{}", self.function);
        self.edits.replace(name.start as usize, name.end as usize, Text::from(hidden.as_str()));
    }

    /// The type of what a function returns, as text.
    fn result_type(&self, function: &Function) -> Outcome {
        let types = &self.hir.types;
        let Some(found) = self.hir.functions.values().find(|it| it.name == self.function) else {
            return Outcome::Nothing;
        };
        let hir::Type::Function(ty) = types.get(found.ty) else { return Outcome::Nothing };
        match types.get(ty.result) {
            hir::Type::Void => Outcome::Nothing,
            _ if super::inputs::name(types, ty.result).is_some() => {
                Outcome::Value(types.describe(ty.result))
            }
            _ => {
                // What stands before the name, as it is written.
                let start = self.ast[function.specifiers].span.start as usize;
                let end = function.declarator.name.map_or(start, |it| it.span.start as usize);
                let words = ["static", "extern", "inline", "__inline", "__inline__", "_Noreturn"];
                let text = self.text.get(start..end).unwrap_or("");
                let kept = text.split_whitespace().filter(|it| !words.contains(it));
                let kept: String = kept.collect::<Vec<_>>().join(" ");
                // A macro may have spelled it.
                if kept.contains(['(', ')']) { Outcome::Inferred } else { Outcome::Value(kept) }
            }
        }
    }

    fn starts_with(&self, span: Span, word: &str) -> bool {
        span.file == self.file
            && self.text.get(span.start as usize..).is_some_and(|it| it.starts_with(word))
    }

    /// A new node with its mark, and its probe as an expression. `value` is the name of what the function returns, if it is known here.
    fn node(
        &mut self,
        kind: NodeKind,
        span: Span,
        labels: Vec<String>,
        value: Option<&str>,
        point: Point,
    ) -> Text {
        let is_end = kind == NodeKind::End;
        let earlier = self
            .nodes
            .iter()
            .position(|it| is_end && it.kind == kind && it.function == self.function);
        let atoms: Vec<bool> = self.uses.iter().map(|it| self.is_visible(it, value)).collect();
        let is_here = |number: usize| match self.request.only.get(number) {
            Some(Some(only)) => *only == span,
            _ => true,
        };
        let atoms: Vec<bool> =
            atoms.into_iter().enumerate().map(|(at, it)| it && is_here(at)).collect();
        let visible = atoms.iter().enumerate().filter(|it| *it.1).map(|it| it.0).collect();
        let number = match earlier {
            Some(earlier) => {
                let known = &mut self.nodes[earlier];
                known.labels.extend(labels);
                for (all, here) in known.atoms.iter_mut().zip(&atoms) {
                    *all |= here;
                }
                earlier
            }
            None => {
                let (function, loops) = (self.function.clone(), self.loops);
                self.nodes.push(Node { function, kind, span, labels, atoms, loops });
                self.nodes.len() - 1
            }
        };
        if is_end {
            self.nodes[number].span = self.nodes[number].span.max(span);
        }
        // Other ends of the function may know more.
        let others = if is_end { Others::False } else { Others::Kept };
        let node = u32::try_from(number + 1).unwrap_or(u32::MAX);
        self.marks.entry(point).or_default().push(Mark { node, atoms: visible, others });
        Text::from(format!("({NODE} = {node})").as_str())
    }

    /// Whether all names are in scope: those of local variables must be so here.
    fn is_visible(&self, names: &[String], value: Option<&str>) -> bool {
        names.iter().all(|name| {
            let is_here = self.scopes.iter().flatten().any(|it| it == name) || value == Some(name);
            let is_global = self.globals.contains(name) || !self.locals.contains(name);
            is_here || is_global && name != RESULT
        })
    }

    /// A probe as a statement before a statement.
    fn before(&mut self, stmt: StmtId, shown: Span, position: Position) {
        let span = self.ast[stmt].span;
        let labels = std::mem::take(&mut self.labels);
        let mut text = Text::default();
        if position == Position::Body {
            text.push("{ ");
        }
        let probe = self.node(NodeKind::Statement, shown, labels, None, Point::Before(span));
        text.append(&probe);
        text.push("; ");
        self.edits.before(span.start as usize, text);
    }

    /// Wraps a condition. Whether there was room for it.
    fn condition(&mut self, condition: ExprId, kind: NodeKind) {
        let span = self.ast[condition].span;
        let labels = std::mem::take(&mut self.labels);
        let mut text = Text::from("(");
        let probe = self.node(kind, span, labels, None, Point::At(span));
        text.append(&probe);
        text.push(", (");
        self.edits.before(span.start as usize, text);
        self.edits.after(span.end as usize, "))".into());
    }

    fn items(&mut self, items: &[BlockItem]) {
        self.scopes.push(Vec::new());
        for item in items {
            self.item(*item);
        }
        self.scopes.pop();
    }

    fn item(&mut self, item: BlockItem) {
        match item {
            BlockItem::Stmt(stmt) => self.statement(stmt, Position::Block),
            BlockItem::Decl(decl) => self.declaration(decl),
        }
    }

    fn declaration(&mut self, id: DeclId) {
        let decl = self.ast[id];
        let DeclKind::Variables { specifiers, declarators } = decl.kind else { return };
        let is_executed = !matches!(
            self.ast[specifiers].storage,
            Some(Storage::Static | Storage::Extern | Storage::Typedef)
        );
        let declarators = &self.ast[declarators];
        if is_executed
            && decl.span.file == self.file
            && declarators.iter().any(|it| it.init.is_some())
        {
            let labels = std::mem::take(&mut self.labels);
            let point = Point::Before(decl.span);
            let mut text = self.node(NodeKind::Statement, decl.span, labels, None, point);
            text.push("; ");
            self.edits.before(decl.span.start as usize, text);
        }
        self.declare(id);
    }

    fn declare(&mut self, id: DeclId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.extend(declared(self.ast, id));
        }
    }

    /// Whether the keyword of a statement stands in the text, and its condition after it.
    fn is_written(&self, stmt: StmtId, word: &str, parts: &[ExprId]) -> bool {
        let span = self.ast[stmt].span;
        self.starts_with(span, word)
            && parts.iter().all(|it| {
                let part = self.ast[*it].span;
                part.file == span.file && span.start < part.start && part.end <= span.end
            })
    }

    fn statement(&mut self, stmt: StmtId, position: Position) {
        let node = self.ast[stmt];
        match node.kind {
            StmtKind::Block { items, .. } if self.starts_with(node.span, "{") => {
                let items = &self.ast[items];
                self.items(items);
            }
            StmtKind::If { arms, otherwise } => {
                let arms = &self.ast[arms];
                let conditions: Vec<ExprId> = arms.iter().map(|it| it.condition).collect();
                if !self.is_written(stmt, "if", &conditions) {
                    return self.plain(stmt, position);
                }
                for arm in arms {
                    self.condition(arm.condition, NodeKind::Branch);
                    self.statement(arm.then, Position::Body);
                }
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise, Position::Body);
                }
            }
            StmtKind::Switch { subject, body } if self.is_written(stmt, "switch", &[subject]) => {
                self.condition(subject, NodeKind::Branch);
                self.statement(body, Position::Block);
            }
            StmtKind::While { condition, body } if self.is_written(stmt, "while", &[condition]) => {
                self.loops += 1;
                self.condition(condition, NodeKind::Loop);
                self.statement(body, Position::Body);
                self.loops -= 1;
            }
            StmtKind::DoWhile { body, condition } if self.is_written(stmt, "do", &[condition]) => {
                self.loops += 1;
                self.statement(body, Position::Body);
                self.condition(condition, NodeKind::Branch);
                self.loops -= 1;
            }
            StmtKind::For { init, condition, step, body } => {
                let parts: Vec<ExprId> = condition.into_iter().chain(step).collect();
                if !self.is_written(stmt, "for", &parts) {
                    return self.plain(stmt, position);
                }
                self.for_loop(stmt, (init, condition, step), body, position);
            }
            StmtKind::Return(value) if self.starts_with(node.span, "return") => {
                self.leave(stmt, value)
            }
            StmtKind::Contracted { body, .. } => self.statement(body, position),
            StmtKind::Labeled { labels, body } => {
                self.labeled(stmt, &self.ast[labels], body, position)
            }
            StmtKind::Expr(_) | StmtKind::Asm(_) => self.plain(stmt, position),
            StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Continue
            | StmtKind::Break
                if !self.labels.is_empty() =>
            {
                self.plain(stmt, position);
            }
            StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Empty
            | StmtKind::Error => {}
            // Spelled by a macro.
            _ => self.plain(stmt, position),
        }
    }

    /// A statement that is one node.
    fn plain(&mut self, stmt: StmtId, position: Position) {
        if self.ast[stmt].span.file != self.file {
            return;
        }
        self.before(stmt, self.ast[stmt].span, position);
        if position == Position::Body {
            self.edits.after(self.ast[stmt].span.end as usize, " }".into());
        }
    }

    fn for_loop(
        &mut self,
        stmt: StmtId,
        (init, condition, step): (ForInit, Option<ExprId>, Option<ExprId>),
        body: StmtId,
        position: Position,
    ) {
        let span = self.ast[stmt].span;
        let first = match init {
            ForInit::Nothing => None,
            ForInit::Expr(it) => Some(self.ast[it].span),
            ForInit::Decl(it) => Some(self.ast[it].span),
        };
        if let Some(first) = first {
            self.before(stmt, first, position);
        }
        self.scopes.push(Vec::new());
        let after_init = match init {
            ForInit::Nothing => self.text[span.start as usize..]
                .find('(')
                .map_or(0, |it| span.start as usize + it + 1),
            ForInit::Expr(it) => self.ast[it].span.end as usize,
            ForInit::Decl(it) => {
                self.declare(it);
                // Its last character may be the semicolon.
                (self.ast[it].span.end as usize).saturating_sub(1)
            }
        };
        self.loops += 1;
        match condition {
            Some(condition) => self.condition(condition, NodeKind::Loop),
            None => {
                let place =
                    self.text[after_init..].find(';').map_or(after_init, |it| after_init + it + 1);
                let labels = std::mem::take(&mut self.labels);
                let mut text = self.node(NodeKind::Loop, span, labels, None, Point::Round(span));
                text.push(", 1");
                self.edits.before(place, text);
            }
        }
        if let Some(step) = step {
            self.condition(step, NodeKind::Statement);
        }
        self.statement(body, Position::Body);
        self.loops -= 1;
        self.scopes.pop();
        if first.is_some() && position == Position::Body {
            self.edits.after(span.end as usize, " }".into());
        }
    }

    /// `return`: the value is kept, and the end of the function is a node.
    fn leave(&mut self, stmt: StmtId, value: Option<ExprId>) {
        let span = self.ast[stmt].span;
        let labels = std::mem::take(&mut self.labels);
        let mut text = Text::from("{ ");
        let probe = self.node(NodeKind::Statement, span, labels, None, Point::Before(span));
        text.append(&probe);
        text.push("; ");
        let point = Point::Leaving(span);
        let (start, end) = (span.start as usize, span.end as usize);
        match (value, self.result.clone()) {
            (Some(value), ref result @ (Outcome::Value(_) | Outcome::Inferred)) => {
                let ty = match result {
                    Outcome::Value(ty) => format!("__typeof__({ty})"),
                    _ => "__auto_type".to_owned(),
                };
                let value = self.ast[value].span;
                let is_free = !self.locals.contains(RESULT);
                let name = if is_free { RESULT } else { "__tribunal_result" };
                text.push(&format!("{ty} {name} = ("));
                self.edits.replace(start, value.start as usize, text);
                let mut rest = Text::from("); ");
                let known = is_free.then_some(RESULT);
                let end_probe = self.node(NodeKind::End, span, Vec::new(), known, point);
                rest.append(&end_probe);
                rest.push(&format!("; return {name}; }}"));
                self.edits.replace(value.end as usize, end, rest);
            }
            (value, _) => {
                if let Some(value) = value {
                    let value = self.ast[value].span;
                    text.push(&format!(
                        "(void)({}); ",
                        &self.text[value.start as usize..value.end as usize]
                    ));
                }
                let end_probe = self.node(NodeKind::End, span, Vec::new(), None, point);
                text.append(&end_probe);
                text.push("; return; }");
                self.edits.replace(start, end, text);
            }
        }
    }

    fn labeled(
        &mut self,
        stmt: StmtId,
        labels: &[crate::ast::Label],
        body: StmtId,
        position: Position,
    ) {
        let span = self.ast[stmt].span;
        let has_name = |it: &crate::ast::Label| matches!(it.kind, LabelKind::Name(_));
        for label in labels {
            if let LabelKind::Name(name) = label.kind {
                self.labels.push(self.ast.text(name).to_owned());
            }
        }
        if span.file != self.file {
            return self.labels.clear();
        }
        if position == Position::Body {
            self.edits.before(span.start as usize, "{ ".into());
        }
        let is_jump = matches!(
            self.ast[body].kind,
            StmtKind::Empty
                | StmtKind::DoWhile { .. }
                | StmtKind::Goto(_)
                | StmtKind::Break
                | StmtKind::Continue
        );
        match labels.last() {
            Some(last) if is_jump && labels.iter().any(has_name) => {
                let after = last.span.end as usize;
                let colon = self.text[after..].find(':').map_or(after, |it| after + it + 1);
                // The label's own span may reach over its colon.
                let colon = if self.text[..after].ends_with(':') { after } else { colon };
                let names = std::mem::take(&mut self.labels);
                let mut text = Text::from(" ");
                let point = Point::Before(self.ast[body].span);
                let probe = self.node(NodeKind::Statement, last.span, names, None, point);
                text.append(&probe);
                text.push(";");
                self.edits.after(colon, text);
                self.statement(body, Position::Block);
            }
            _ => self.statement(body, Position::Body),
        }
        if position == Position::Body {
            self.edits.after(span.end as usize, " }".into());
        }
    }
}

/// The names of the variables that a declaration declares.
fn declared(ast: &Unit, decl: DeclId) -> Vec<String> {
    let DeclKind::Variables { declarators, .. } = ast[decl].kind else { return Vec::new() };
    let names = ast[declarators].iter().filter_map(|it| it.declarator.name);
    names.map(|it| ast.text(it.symbol).to_owned()).collect()
}

/// The names of local variables and parameters.
pub(crate) fn locals(ast: &Unit) -> BTreeSet<String> {
    let outside: BTreeSet<DeclId> = ast.items.iter().copied().collect();
    let mut found = BTreeSet::new();
    for (id, decl) in ast.decls.iter() {
        match decl.kind {
            DeclKind::Function(function) => found.extend(parameters(ast, &ast[function])),
            _ if !outside.contains(&id) => found.extend(declared(ast, id)),
            _ => {}
        }
    }
    found
}

/// The names of global variables.
fn globals(ast: &Unit) -> BTreeSet<String> {
    ast.items.iter().flat_map(|it| declared(ast, *it)).collect()
}

/// The names of the parameters of a function.
fn parameters(ast: &Unit, function: &Function) -> Vec<String> {
    let name = |it: &Declarator| it.name.map(|it| ast.text(it.symbol).to_owned());
    let Some(Derivation::Function { parameters, .. }) =
        ast[function.declarator.derivations].first()
    else {
        return Vec::new();
    };
    match parameters {
        Parameters::Unspecified => Vec::new(),
        Parameters::Names(list) => {
            ast[*list].iter().map(|it| ast.text(it.symbol).to_owned()).collect()
        }
        Parameters::Prototype { list, .. } => {
            ast[*list].iter().filter_map(|it| name(&it.declarator)).collect()
        }
    }
}
