//! From statements to a skeleton, in the order of the text.

mod late;
mod loops;

use tribunal_base::{Diagnostic, Span};
use tribunal_ir::{Expr, PlaceId, ProcessKind, Ty};

use super::Lowering;
use super::command::CommandGuard;
use super::skeleton::{
    Atomicity, Element, ElementId, Kind, PlacedLabel, Sequence, SequenceId, Skeleton, Target,
};
use crate::ast::{self, Stmt, StmtKind};

/// A process while its statements are read.
pub(super) struct Walk {
    skeleton: Skeleton,
    /// The sequences being filled, the innermost last.
    open: Vec<SequenceId>,
    /// The loops around, by number, the innermost last.
    loops: Vec<usize>,
    /// The `d_step` around.
    dstep: Option<usize>,
    dsteps: usize,
    /// Whether a declaration is still part of the process's creation.
    at_start: bool,
}

/// Where a sequence stands, for the rule that its first statement carries no label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Option,
    Elsewhere(&'static str),
}

impl Lowering<'_> {
    pub(super) fn proctype(&mut self, proctype: &ast::Proctype) -> Skeleton {
        let id = self.proctypes[&proctype.name.name].id;
        self.process = Some(id);
        self.scopes.open();
        self.parameters(proctype);
        if let Some(active) = &proctype.active {
            let count = active.count.as_ref().map_or(Some(1), |it| self.instances(it));
            self.program.procs[id].active = count.unwrap_or(1);
        }
        self.program.procs[id].priority = self.priority(proctype.priority.as_ref());
        if let Some(provided) = &proctype.provided {
            let (span, provided) = (provided.span, self.truth_of(provided));
            self.forbid_c_faults("a `provided` clause", span);
            self.checks.clear();
            self.program.procs[id].provided = Some(provided);
        }
        let skeleton = self.body(id, &proctype.body);
        if proctype.kind == ast::ProctypeKind::Deterministic {
            self.deterministic.insert(id);
        }
        self.scopes.close();
        self.process = None;
        skeleton
    }

    pub(super) fn init(&mut self, init: &ast::Init) -> Skeleton {
        let id = self.proctypes["init"].id;
        self.process = Some(id);
        self.program.procs[id].active = 1;
        self.program.procs[id].priority = self.priority(init.priority.as_ref());
        self.scopes.open();
        let skeleton = self.body(id, &init.body);
        self.scopes.close();
        self.process = None;
        skeleton
    }

    pub(super) fn never(&mut self, never: &ast::Never) -> Skeleton {
        let name = never.name.as_ref().map_or("never", |it| &it.name);
        let id = self.proctypes[&format!("never {name}")].id;
        self.process = Some(id);
        self.scopes.open();
        let skeleton = self.body(id, &never.body);
        self.scopes.close();
        self.process = None;
        if let Some(&local) = self.program.procs[id].locals.first() {
            let span = self.program.vars[local].span;
            self.error(
                "claim-with-variable",
                span,
                "a never claim cannot have variables of its own",
            );
        }
        self.program.props.push(tribunal_ir::Property {
            name: name.to_owned(),
            kind: tribunal_ir::PropertyKind::Never(id),
            span: Some(never.span),
        });
        skeleton
    }

    fn priority(&mut self, priority: Option<&ast::Constant>) -> u8 {
        let Some(priority) = priority else { return 1 };
        u8::try_from(priority.value).ok().filter(|it| *it != 0).unwrap_or_else(|| {
            self.error("bad-priority", priority.span, "a priority is 1 to 255");
            1
        })
    }

    fn instances(&mut self, count: &ast::Expr) -> Option<u32> {
        let value = match &count.kind {
            // Spin takes the first value of a variable, and 1 if it has none.
            ast::ExprKind::Place(place) => {
                let var = self.scopes.find(&place.parts[0].name.name);
                let first =
                    var.and_then(|it| self.program.vars[it].init.first()).map(|it| it.value);
                match first {
                    Some(tribunal_ir::Initially::Value(value)) => {
                        self.constant(value).unwrap_or(1) as i32
                    }
                    _ => 1,
                }
            }
            _ => self.constant_value(count)?,
        };
        let valid = u32::try_from(value).ok().filter(|it| *it <= 255);
        if valid.is_none() {
            self.error("bad-count", count.span, "at most 255 processes can be active");
        }
        valid
    }

    /// Declares parameters: one scalar each, a structure as one scalar for each of its fields.
    fn parameters(&mut self, proctype: &ast::Proctype) {
        let id = self.proctypes[&proctype.name.name].id;
        let mut structures = Vec::new();
        for declaration in &proctype.parameters {
            for variable in &declaration.variables {
                if variable.size.is_some() {
                    self.error("array-parameter", variable.span, "an array cannot be a parameter");
                }
                let ty = self.variable_ty(&declaration.ty, variable);
                if matches!(self.program.tys[ty], Ty::Record(_)) {
                    let mut leaves = Vec::new();
                    self.leaf_tys(ty, &mut leaves);
                    let fields: Vec<_> = leaves
                        .into_iter()
                        .map(|ty| self.hidden_local(&variable.name.name, ty, variable.span))
                        .collect();
                    structures.push((declaration, variable, fields));
                } else {
                    self.declare(declaration, variable);
                }
            }
        }
        self.program.procs[id].params = self.program.procs[id].locals.len();
        for (declaration, variable, fields) in structures {
            let var = self.declare(declaration, variable);
            let place = self.program.place(tribunal_ir::Place::Var(var));
            let mut leaves = Vec::new();
            self.leaf_places(place, &mut leaves);
            for (place, field) in leaves.into_iter().zip(fields) {
                let value = self.program.expr(Expr::Load(field));
                let value = tribunal_ir::Initially::Value(value);
                self.program.vars[var].init.push(tribunal_ir::Initialiser { place, value });
            }
        }
    }

    fn hidden_local(&mut self, name: &str, ty: tribunal_ir::TyId, span: Span) -> PlaceId {
        let process = self.process.expect("a hidden local should belong to a process");
        let var = self.program.vars.push(tribunal_ir::Var {
            name: name.to_owned(),
            ty,
            scope: tribunal_ir::Scope::Local(process),
            init: Vec::new(),
            matching: tribunal_ir::Matching::Matched,
            span,
        });
        self.program.procs[process].locals.push(var);
        self.program.place(tribunal_ir::Place::Var(var))
    }

    pub(super) fn body(&mut self, process: tribunal_ir::ProcId, block: &ast::Block) -> Skeleton {
        let skeleton = Skeleton::new(process);
        let open = vec![skeleton.body];
        let mut walk =
            Walk { skeleton, open, loops: Vec::new(), dstep: None, dsteps: 0, at_start: true };
        self.statements(&mut walk, block);
        let end = Span { start: block.span.end.saturating_sub(1), ..block.span };
        walk.add(Kind::Stop, end);
        let body = walk.skeleton.body;
        walk.skeleton.sequences[body].extent = walk.skeleton.sequences[body].last;
        walk.skeleton.tie_ends();
        walk.skeleton
    }

    fn statements(&mut self, walk: &mut Walk, block: &ast::Block) {
        for stmt in &block.statements {
            self.statement(walk, stmt);
        }
    }

    fn statement(&mut self, walk: &mut Walk, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declaration(declaration) => return self.local_declaration(walk, declaration),
            StmtKind::Exclusive(_, places) => {
                for place in places {
                    self.channel_value(place);
                }
                self.checks.clear();
                return;
            }
            _ => walk.at_start = false,
        }
        let element = match &stmt.kind {
            StmtKind::If(choices) => {
                let options = self.options(walk, choices);
                Some(self.join_choice(walk, options, None, stmt.span))
            }
            StmtKind::Do(choices) => {
                let number = walk.enter_loop();
                let options = self.options(walk, choices);
                walk.loops.pop();
                Some(self.join_choice(walk, options, Some(number), stmt.span))
            }
            StmtKind::ForRange { variable, from, to, body } => {
                self.for_range(walk, variable, from, to, body, stmt.span)
            }
            StmtKind::ForIn { variable, collection, body } => {
                self.for_in(walk, variable, collection, body, stmt.span)
            }
            StmtKind::Select(select) => self.select(walk, select, &stmt.labels, stmt.span),
            StmtKind::Unless { main, escape } => Some(self.unless(walk, main, escape, stmt.span)),
            StmtKind::Atomic(block) => {
                let inner = self.block(walk, block, Place::Elsewhere("atomic"));
                walk.skeleton.make_atomic(inner);
                Some(walk.add(Kind::Atomic(inner), stmt.span))
            }
            StmtKind::DStep(block) => Some(self.dstep(walk, block, stmt.span)),
            StmtKind::Block(block) => {
                let inner = self.block(walk, block, Place::Elsewhere(""));
                Some(walk.add(Kind::Block(inner), stmt.span))
            }
            StmtKind::InlineCall(call) => {
                let inner = self.block(walk, &call.body, Place::Elsewhere(""));
                Some(walk.add(Kind::Block(inner), stmt.span))
            }
            StmtKind::Goto(label) => {
                let target = Target::Label {
                    name: label.name.clone(),
                    path: self.scopes.path(),
                    span: label.span,
                };
                Some(self.jump(walk, target, stmt))
            }
            StmtKind::Break => {
                let Some(&number) = walk.loops.last() else {
                    self.error("misplaced-break", stmt.span, "`break` outside of a loop");
                    return;
                };
                Some(self.jump(walk, Target::LoopEnd(number), stmt))
            }
            _ => {
                let command = self.command(stmt);
                Some(walk.add(Kind::Command(command), stmt.span))
            }
        };
        if let Some(element) = element {
            self.place_labels(walk, &stmt.labels, element);
        }
    }

    /// A jump. One whose label means something is made after a `skip` that carries the label.
    fn jump(&mut self, walk: &mut Walk, target: Target, stmt: &Stmt) -> ElementId {
        let marked = stmt.labels.iter().any(|it| is_special(&it.name))
            || stmt.labels.iter().any(|it| self.remote_labels.contains(&it.name));
        if !marked {
            return walk.add(Kind::Goto(target), stmt.span);
        }
        let truth = self.truth(true);
        let skip = self.condition(truth, stmt.span);
        let element = walk.add(Kind::Command(skip), stmt.span);
        walk.add(Kind::Goto(target), stmt.span);
        element
    }

    fn place_labels(&mut self, walk: &mut Walk, labels: &[ast::Ident], element: ElementId) {
        let path = self.scopes.path();
        for label in labels.iter().rev() {
            let clash =
                walk.skeleton.labels.iter().any(|it| it.name == label.name && it.path == path);
            if clash {
                self.error(
                    "redeclared",
                    label.span,
                    format!("label `{}` stands twice", label.name),
                );
            }
            walk.skeleton.labels.push(PlacedLabel {
                name: label.name.clone(),
                path: path.clone(),
                element,
            });
        }
    }

    fn block(&mut self, walk: &mut Walk, block: &ast::Block, place: Place) -> SequenceId {
        self.scopes.open();
        let sequence = walk.open_sequence();
        self.statements(walk, block);
        self.close_sequence(walk, place, block.span);
        self.scopes.close();
        sequence
    }

    fn close_sequence(&mut self, walk: &mut Walk, place: Place, span: Span) {
        let sequence = walk.open.pop().expect("a closed sequence should have been opened");
        walk.skeleton.sequences[sequence].extent = walk.skeleton.sequences[sequence].last;
        let Some(first) = walk.skeleton.sequences[sequence].first else {
            self.error_with_help(
                "empty-sequence",
                span,
                "a sequence needs at least one statement",
                "write `skip` to do nothing",
            );
            // Errors end the compilation after this pass; until then the sequence must not be empty.
            let truth = self.truth(true);
            let skip = self.condition(truth, span);
            walk.open.push(sequence);
            walk.add(Kind::Command(skip), span);
            walk.open.pop();
            walk.skeleton.sequences[sequence].extent = walk.skeleton.sequences[sequence].last;
            return;
        };
        let Some(label) = walk.skeleton.labels.iter().find(|it| it.element == first) else {
            return;
        };
        let name = label.name.clone();
        let span = walk.skeleton.elements[first].span;
        match place {
            Place::Option => self.diagnostics.push(
                Diagnostic::warning(
                    "label-in-option",
                    span,
                    format!("label `{name}` stands before a guard"),
                )
                .help("put the label before the `if` or `do`"),
            ),
            Place::Elsewhere(before) => self.error_with_help(
                "misplaced-label",
                span,
                format!("label `{name}` stands before the first statement of a sequence"),
                &format!("write `{name}: {before} {{ .. }}`"),
            ),
        }
    }

    fn options(&mut self, walk: &mut Walk, choices: &[ast::Choice]) -> Vec<SequenceId> {
        let mut options = Vec::new();
        for choice in choices {
            let sequence = walk.open_sequence();
            self.statements(walk, &choice.body);
            self.close_sequence(walk, Place::Option, choice.span);
            options.push(sequence);
        }
        if !self.in_claim() {
            options.iter().for_each(|it| walk.skeleton.prune(*it));
        }
        options
    }

    fn in_claim(&self) -> bool {
        self.process.is_some_and(|it| self.program.procs[it].kind == ProcessKind::Claim)
    }

    /// Adds the head of a choice with its joint; `else` becomes the last option. With a loop number, a loop.
    fn join_choice(
        &mut self,
        walk: &mut Walk,
        mut options: Vec<SequenceId>,
        number: Option<usize>,
        span: Span,
    ) -> ElementId {
        let elses: Vec<_> =
            options.iter().copied().filter(|it| walk.starts_with_else(*it)).collect();
        if let Some(&second) = elses.get(1) {
            let span = walk.skeleton.elements[walk.skeleton.first(second)].span;
            self.error("duplicate-else", span, "there is another `else` among these options");
        }
        options.sort_by_key(|it| elses.contains(it));
        let join = walk.new_element(Kind::Join, span);
        for option in &options {
            walk.skeleton.append(*option, join);
        }
        let head = walk.new_element(Kind::Choice(options), span);
        let current = walk.current();
        match number {
            Some(number) => {
                let end = walk.new_element(Kind::LoopEnd, span);
                walk.skeleton.loop_ends[number] = Some(end);
                walk.skeleton.append(current, join);
                walk.skeleton.append(current, head);
                walk.skeleton.append(current, end);
            }
            None => {
                walk.skeleton.append(current, head);
                walk.skeleton.append(current, join);
            }
        }
        head
    }

    fn dstep(&mut self, walk: &mut Walk, block: &ast::Block, span: Span) -> ElementId {
        if walk.dstep.is_some() {
            let inner = self.block(walk, block, Place::Elsewhere("d_step"));
            return walk.add(Kind::Block(inner), span);
        }
        walk.dsteps += 1;
        walk.dstep = Some(walk.dsteps);
        let outer_loops = std::mem::take(&mut walk.loops);
        let inner = self.block(walk, block, Place::Elsewhere("d_step"));
        walk.loops = outer_loops;
        walk.dstep = None;
        walk.add(Kind::DStep(inner), span)
    }

    fn unless(&mut self, walk: &mut Walk, main: &Stmt, escape: &Stmt, span: Span) -> ElementId {
        if walk.dstep.is_some() {
            self.diagnostics.push(Diagnostic::warning(
                "unless-in-d_step",
                span,
                "`unless` has no effect inside a d_step",
            ));
        }
        if !main.labels.is_empty() && matches!(main.kind, StmtKind::Block(_) | StmtKind::Atomic(_))
        {
            return self.labelled_unless(walk, main, escape, span);
        }
        let main_sequence = self.unless_part(walk, main);
        self.escaped(walk, main_sequence, escape, span)
    }

    /// `L: { .. } unless e` means `L: { { .. } unless e }`, and likewise for `atomic`.
    fn labelled_unless(
        &mut self,
        walk: &mut Walk,
        main: &Stmt,
        escape: &Stmt,
        span: Span,
    ) -> ElementId {
        let wrapper = walk.open_sequence();
        let (StmtKind::Block(block) | StmtKind::Atomic(block)) = &main.kind else {
            unreachable!("only blocks should be wrapped")
        };
        let main_sequence = self.block(walk, block, Place::Elsewhere(""));
        let atomic = matches!(main.kind, StmtKind::Atomic(_));
        if atomic {
            walk.skeleton.make_atomic(main_sequence);
        }
        self.escaped(walk, main_sequence, escape, span);
        self.close_sequence(walk, Place::Elsewhere(""), span);
        let kind = if atomic { Kind::Atomic(wrapper) } else { Kind::Block(wrapper) };
        let element = walk.add(kind, span);
        self.place_labels(walk, &main.labels, element);
        element
    }

    fn escaped(
        &mut self,
        walk: &mut Walk,
        main_sequence: SequenceId,
        escape: &Stmt,
        span: Span,
    ) -> ElementId {
        let escape_sequence = self.unless_part(walk, escape);
        let join = walk.new_element(Kind::Join, span);
        walk.skeleton.append(main_sequence, join);
        walk.skeleton.append(escape_sequence, join);
        walk.skeleton.attach_escape(main_sequence, escape_sequence);
        let head = walk.add(Kind::Unless { main: main_sequence, escape: escape_sequence }, span);
        let current = walk.current();
        walk.skeleton.append(current, join);
        head
    }

    /// A block stands for its statements, anything else for itself.
    fn unless_part(&mut self, walk: &mut Walk, part: &Stmt) -> SequenceId {
        match &part.kind {
            StmtKind::Block(block) if part.labels.is_empty() => {
                self.block(walk, block, Place::Elsewhere(""))
            }
            StmtKind::InlineCall(call) if part.labels.is_empty() => {
                self.block(walk, &call.body, Place::Elsewhere(""))
            }
            _ => {
                let sequence = walk.open_sequence();
                self.statement(walk, part);
                walk.open.pop();
                walk.skeleton.sequences[sequence].extent = walk.skeleton.sequences[sequence].last;
                sequence
            }
        }
    }
}

impl Walk {
    fn current(&self) -> SequenceId {
        *self.open.last().expect("there should be an open sequence")
    }

    fn new_element(&mut self, kind: Kind, span: Span) -> ElementId {
        let atomicity = Atomicity::Outside;
        self.skeleton.elements.push(Element {
            kind,
            next: None,
            atomicity,
            escapes: Vec::new(),
            dstep: self.dstep,
            span,
        })
    }

    fn add(&mut self, kind: Kind, span: Span) -> ElementId {
        let element = self.new_element(kind, span);
        let current = self.current();
        self.skeleton.append(current, element);
        element
    }

    fn open_sequence(&mut self) -> SequenceId {
        let sequence = self.skeleton.sequences.push(Sequence::default());
        self.open.push(sequence);
        self.at_start = false;
        sequence
    }

    fn enter_loop(&mut self) -> usize {
        self.skeleton.loop_ends.push(None);
        let number = self.skeleton.loop_ends.len() - 1;
        self.loops.push(number);
        number
    }

    fn starts_with_else(&self, sequence: SequenceId) -> bool {
        let first = self.skeleton.first(sequence);
        matches!(&self.skeleton.elements[first].kind, Kind::Command(it) if it.guard == CommandGuard::Else)
    }
}

/// Whether a label says something about the location it names.
pub(super) fn is_special(name: &str) -> bool {
    ["accept", "end", "progress"].iter().any(|it| name.starts_with(it))
}
