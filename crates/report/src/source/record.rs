//! The record of a run: what depended on what, and what was visited.

use std::collections::HashMap;

use tribunal_engine::Chosen;
use tribunal_exec::describe::scalar;
use tribunal_exec::place::address;
use tribunal_exec::{Effects, Event, Moment, Origin, Pointer, State, View};
use tribunal_ir::{
    self as ir, Action, EdgeId, Guard, LocId, ProcId, ProcessKind, Program, PropId, Stream, VarId,
};

use super::access::{Cell, Scene, Written};
use super::control::{Shape, goes_on};
use super::fault::Lives;
use super::lines::{Line, Lines};
use super::value::{character, merged, shown, told};
use crate::data::{ChangeReport, FrameReport, InputReport, LoopReport, ObjectReport, StepReport};

/// The one process.
const ALONE: u32 = 0;

/// Something that happened, by its position in the record.
pub(super) type Node = u32;

/// A call of a function that has not returned.
struct Call {
    number: u32,
    process: ProcId,
    /// The line of the call.
    line: Option<Line>,
    /// The call itself.
    node: Option<Node>,
    loops: Vec<Open>,
    /// The last decision at each branch.
    decisions: HashMap<LocId, Node>,
}

/// A loop that was entered.
struct Open {
    head: LocId,
    told: LoopReport,
}

/// A line that was visited, with what happened there.
struct Visit {
    call: u32,
    line: Line,
    process: ProcId,
    depth: usize,
    loops: Vec<LoopReport>,
    changes: Vec<(Option<Node>, ChangeReport)>,
    output: String,
    violation: Option<String>,
}

/// An action that is being done.
struct Doing {
    node: Node,
    cells: Vec<Cell>,
    writes: Vec<Written>,
    before: Option<String>,
}

/// A record in the making.
pub(super) struct Record<'a> {
    program: &'a Program,
    shape: Shape,
    lines: Lines<'a>,
    /// What each node depends on.
    nodes: Vec<Vec<Node>>,
    writers: HashMap<Cell, Node>,
    calls: Vec<Call>,
    count: u32,
    loops: u32,
    visits: Vec<Visit>,
    inputs: Vec<(Option<Node>, InputReport)>,
    /// What the actions of the edge at hand depend on.
    control: Vec<Node>,
    doing: Option<Doing>,
    /// The nodes of the values chosen by the edge at hand.
    choosing: Vec<Node>,
    violated: Option<(Node, EdgeId)>,
    lives: Lives,
    /// The object that is accessed where it goes wrong.
    object: Option<ObjectReport>,
}

impl<'a> Record<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let start = program.procs.iter().find(|(_, it)| it.kind == ProcessKind::Ordinary);
        let mut record = Self {
            program,
            shape: Shape::of(program),
            lines: Lines::new(program),
            nodes: Vec::new(),
            writers: HashMap::new(),
            calls: Vec::new(),
            count: 0,
            loops: 0,
            visits: Vec::new(),
            inputs: Vec::new(),
            control: Vec::new(),
            doing: None,
            choosing: Vec::new(),
            violated: None,
            lives: Lives::default(),
            object: None,
        };
        if let Some((process, _)) = start {
            record.enter(process, None, None);
        }
        record
    }

    fn enter(&mut self, process: ProcId, line: Option<Line>, node: Option<Node>) {
        let (loops, decisions) = (Vec::new(), HashMap::new());
        self.calls.push(Call { number: self.count, process, line, node, loops, decisions });
        self.count += 1;
    }

    /// Follows a step that is not told.
    pub(super) fn skip(&mut self, edge: EdgeId, effects: &Effects) {
        match self.program.edges[edge].actions.last() {
            Some(Action::Call { process, .. }) => {
                let line = self.lines.of_edge(edge);
                self.enter(*process, Some(line), None);
            }
            Some(Action::Return { .. }) if 1 < self.calls.len() => {
                self.calls.pop();
            }
            _ => {}
        }
        let nobody = std::iter::repeat(None);
        self.note_inputs(effects, nobody);
    }

    /// Looks at an edge that is about to be taken.
    pub(super) fn look(&mut self, view: View<'_>, id: EdgeId) {
        let edge = &self.program.edges[id];
        let out = &self.program.locs[edge.from].out;
        let branches = 1 < out.iter().filter(|it| goes_on(self.program, **it)).count();
        self.follow_loops(edge.from);
        self.control = self.controls(edge.from);
        self.choosing.clear();
        if branches || edge.violates.is_some() {
            let mut reads = Vec::new();
            let scene = Scene { view, call: self.call() };
            for other in out {
                match self.program.edges[*other].guard {
                    Guard::When(condition) if *other == id || goes_on(self.program, *other) => {
                        scene.expr(condition, &mut reads);
                    }
                    _ => {}
                }
                if *other == id {
                    break;
                }
            }
            let node = self.node(&reads);
            self.control.push(node);
            if let Some(call) = self.calls.last_mut() {
                call.decisions.insert(edge.from, node);
            }
            if edge.violates.is_some() {
                self.violated = Some((node, id));
                self.object = self.lives.object(view, id, &self.lines);
            }
        }
        let is_silent = edge.actions.is_empty() && !branches && edge.violates.is_none();
        let is_own = self.program.procs[self.process()].kind == ProcessKind::Function;
        if !is_silent && (is_own || edge.violates.is_some()) {
            let line = self.lines.of_edge(id);
            self.visit(line);
            if let (Some(visit), Some(violation)) = (self.visits.last_mut(), &edge.violates) {
                visit.line = line;
                visit.violation = Some(violation.message.clone());
            }
        }
    }

    fn call(&self) -> u32 {
        self.calls.last().map_or(0, |it| it.number)
    }

    fn process(&self) -> ProcId {
        self.calls.last().map_or(tribunal_base::Id::from_index(0), |it| it.process)
    }

    /// The decisions that led to a point, or the call.
    fn controls(&self, point: LocId) -> Vec<Node> {
        let Some(call) = self.calls.last() else { return Vec::new() };
        let decided = call.decisions.iter().filter(|(at, _)| self.shape.depends(point, **at));
        // The last one depends on those before it.
        decided.map(|(_, node)| *node).max().or(call.node).into_iter().collect()
    }

    /// Something that depends on cells, and on the decisions that led there.
    fn node(&mut self, reads: &[Cell]) -> Node {
        let mut depends = self.control.clone();
        for cell in reads {
            depends.extend(self.writers.get(cell));
            if let Cell::Byte(object, _) = cell {
                depends.extend(self.writers.get(&Cell::Bytes(*object)));
            }
        }
        depends.sort_unstable();
        depends.dedup();
        let node = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(depends);
        node
    }

    fn follow_loops(&mut self, at: LocId) {
        let Some(call) = self.calls.last_mut() else { return };
        while call.loops.last().is_some_and(|it| !self.shape.contains(it.head, at)) {
            call.loops.pop();
        }
        if !self.shape.is_head(at) {
            return;
        }
        match call.loops.last_mut() {
            Some(open) if open.head == at => open.told.round += 1,
            _ => {
                let line = self.lines.of_point(at).line;
                let told = LoopReport { id: self.loops, line, round: 1 };
                self.loops += 1;
                call.loops.push(Open { head: at, told });
            }
        }
    }

    /// Notes that a line is visited; several things done there at a time are one visit.
    fn visit(&mut self, line: Line) {
        let loops: Vec<LoopReport> =
            self.calls.iter().flat_map(|it| it.loops.iter().map(|it| it.told)).collect();
        let call = self.call();
        if let Some(last) = self.visits.last_mut()
            && last.call == call
            && (last.line.file, last.line.line) == (line.file, line.line)
        {
            last.loops = loops;
            return;
        }
        let (process, depth) = (self.process(), self.depth());
        let (changes, output, violation) = (Vec::new(), String::new(), None);
        self.visits.push(Visit { call, line, process, depth, loops, changes, output, violation });
    }

    /// How many calls are around, the start of the program not counted.
    fn depth(&self) -> usize {
        self.calls.len().saturating_sub(2)
    }

    /// Watches an action.
    pub(super) fn act(&mut self, state: &State, action: &Action, moment: Moment) {
        let view = View::of_process(self.program, state, ALONE, false);
        match (moment, action) {
            (Moment::Before, Action::Call { args, .. }) => {
                let scene = Scene { view, call: self.call() };
                let reads = |arg: &ir::ExprId| {
                    let mut reads = Vec::new();
                    scene.expr(*arg, &mut reads);
                    reads
                };
                let reads: Vec<Vec<Cell>> = args.iter().map(reads).collect();
                let nodes: Vec<Node> = reads.iter().map(|it| self.node(it)).collect();
                self.choosing = nodes;
            }
            (Moment::After, Action::Call { process, .. }) => self.called(state, *process),
            (Moment::Before, Action::Return { value }) => {
                let mut reads = Vec::new();
                if let Some(value) = value {
                    Scene { view, call: self.call() }.expr(*value, &mut reads);
                }
                let node = self.node(&reads);
                let result = state.processes.first().and_then(|it| it.callers.last()?.result);
                let writes = result.map(Written::Scalar).into_iter().collect();
                self.doing = Some(Doing { node, cells: Vec::new(), writes, before: None });
            }
            (Moment::After, Action::Return { .. }) => {
                if 1 < self.calls.len() {
                    self.calls.pop();
                }
                let Some(doing) = self.doing.take() else { return };
                let scene = Scene { view, call: self.call() };
                for written in doing.writes {
                    for cell in scene.written(written) {
                        self.writers.insert(cell, doing.node);
                    }
                }
            }
            (Moment::Before, _) => {
                let scene = Scene { view, call: self.call() };
                let (reads, writes) = scene.action(action);
                let cells = writes.iter().flat_map(|it| scene.written(*it)).collect();
                let before = writes.iter().find_map(|it| told(view, *it)).map(|it| it.1);
                let node = self.node(&reads);
                self.doing = Some(Doing { node, cells, writes, before });
            }
            (Moment::After, _) => self.done(view, action),
        }
    }

    /// A function was called: its parameters have their values.
    fn called(&mut self, state: &State, process: ProcId) {
        let nodes = std::mem::take(&mut self.choosing);
        let (line, node) = (self.visits.last().map(|it| it.line), self.control.last().copied());
        let call_node = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(node.into_iter().collect());
        self.enter(process, line, Some(call_node));
        let call = self.call();
        let header = self.lines.of_span(self.program.procs[process].span);
        self.visit(header);
        let declared = &self.program.procs[process];
        for (var, node) in declared.locals[..declared.params].iter().zip(nodes) {
            self.writers.insert(Cell::Local(call, *var), node);
            if let Some((name, after)) = self.variable(state, *var) {
                let change = ChangeReport {
                    name,
                    owner: None,
                    before: None,
                    after: Some(after),
                    matters: true,
                };
                if let Some(visit) = self.visits.last_mut() {
                    visit.changes.push((Some(node), change));
                }
            }
        }
    }

    /// The name and value of a variable of the innermost call, if it is one of the source.
    fn variable(&self, state: &State, var: VarId) -> Option<(String, String)> {
        let declared = &self.program.vars[var];
        let tribunal_exec::Value::Scalar(value) = *state.processes.first()?.locals.get(&var)?
        else {
            return None;
        };
        let is_own = !declared.name.starts_with(['%', '&', '.']);
        is_own.then(|| (declared.name.clone(), shown(self.program, state, declared.ty, value)))
    }

    fn done(&mut self, view: View<'_>, action: &Action) {
        let Some(Doing { node, cells, writes, before }) = self.doing.take() else { return };
        for cell in cells {
            self.writers.insert(cell, node);
        }
        if let Action::Havoc { .. } | Action::Allocate { .. } = action {
            self.choosing.push(node);
        }
        if let Action::Allocate { place, .. } = action
            && let Some(found) = address(view, *place)
        {
            let object = Pointer::from_number(found.read(self.program, view.state)).object;
            self.writers.insert(Cell::Life(object), node);
            self.writers.insert(Cell::Bytes(object), node);
            if let Some(line) = self.own_line() {
                self.lives.begin(object, line);
            }
        }
        for written in writes {
            if let (Written::Life(object), Some(line)) = (written, self.own_line()) {
                self.lives.end(object, line);
            }
            let Some((name, after)) = told(view, written) else { continue };
            let Some(visit) = self.visits.last_mut() else { continue };
            let (before, after) = (before.clone(), Some(after));
            let change = ChangeReport { name, owner: None, before, after, matters: true };
            visit.changes.push((Some(node), change));
        }
    }

    /// Notes what came of a step.
    pub(super) fn settle(&mut self, effects: &Effects) {
        let nodes: Vec<Node> = std::mem::take(&mut self.choosing);
        self.note_inputs(effects, nodes.into_iter().map(Some).chain(std::iter::repeat(None)));
        for event in &effects.events {
            if let (Event::Print { stream, text, .. }, Some(visit)) =
                (event, self.visits.last_mut())
                && *stream != Stream::Status
            {
                visit.output.push_str(&String::from_utf8_lossy(text));
            }
        }
    }

    fn note_inputs(&mut self, effects: &Effects, nodes: impl Iterator<Item = Option<Node>>) {
        let choices = effects.events.iter().filter_map(|it| match it {
            Event::Choice { origin, chosen, .. } => Some((*origin, chosen)),
            _ => None,
        });
        for ((origin, chosen), node) in choices.zip(nodes) {
            let (Origin::Place(place), Chosen::Value(value)) = (origin, chosen) else { continue };
            let (name, span, kind) = match self.program.origin(place) {
                ir::Origin::Input { name, span } => (name, span, "input"),
                ir::Origin::Uninitialised { name, span } => (name, span, "uninitialised"),
                ir::Origin::Nameless => continue,
            };
            let ty = self.program.ty_of_place(place);
            let character = ty.and_then(|it| character(self.program, it, *value));
            let value = match ty {
                Some(ty) => scalar(self.program, &State::default(), ty, *value),
                None => value.to_string(),
            };
            // What a function of the library asks for is an input of its caller.
            let is_library = |it: &&Call| {
                !self.lines.is_own(self.lines.of_span(self.program.procs[it.process].span))
            };
            let library = self.calls.iter().find(is_library);
            let called =
                library.and_then(|it| Some((&self.program.procs[it.process].name, it.line?)));
            let (name, line) = called.map_or((name, self.lines.of_span(span)), |it| (it.0, it.1));
            let (file, line) = (self.lines.path(line).to_owned(), line.line);
            let name = name.to_owned();
            let report = InputReport { name, kind, file, line, value, character, matters: true };
            self.inputs.push((node, report));
        }
    }

    /// What the last step says about the violation of a property: inside the library, which function it is.
    pub(super) fn violation(&self, property: Option<PropId>) -> Option<String> {
        let (_, edge) = self.violated?;
        let violation = self.program.edges[edge].violates.as_ref()?;
        let message = match self.entered() {
            Some(library) => {
                format!("in `{}`: {}", self.program.procs[library.process].name, violation.message)
            }
            None => violation.message.clone(),
        };
        property.is_none_or(|it| it == violation.property).then_some(message)
    }

    /// The object that is accessed where the run goes wrong.
    pub(super) fn object(&self) -> Option<ObjectReport> {
        self.object.clone()
    }

    /// The call by which the source entered the library, if that is where control is.
    fn entered(&self) -> Option<&Call> {
        let is_library = |it: &&Call| {
            !self.lines.is_own(self.lines.of_span(self.program.procs[it.process].span))
        };
        self.calls.last().filter(is_library)?;
        let last_own = self.calls.iter().rposition(|it| !is_library(&it));
        self.calls.get(last_own.map_or(0, |it| it + 1))
    }

    /// The line of the source where control is, or which called the library.
    fn own_line(&self) -> Option<Line> {
        match self.entered() {
            Some(library) => library.line,
            None => self.visits.last().map(|it| it.line),
        }
        .filter(|it| self.lines.is_own(*it))
    }

    /// Whether the violation depends on each node.
    fn slice(&self) -> Vec<bool> {
        let Some((start, _)) = self.violated else { return vec![true; self.nodes.len()] };
        let mut matters = vec![false; self.nodes.len()];
        let mut stack = vec![start];
        while let Some(node) = stack.pop() {
            if let Some(mark @ false) = matters.get_mut(node as usize) {
                *mark = true;
                stack.extend(&self.nodes[node as usize]);
            }
        }
        matters
    }

    /// The run as told: its steps, its inputs, and the calls that are open.
    pub(super) fn finish(
        mut self,
        state: &State,
    ) -> (Vec<StepReport>, Vec<InputReport>, Vec<FrameReport>) {
        let slice = self.slice();
        let matters = |node: Option<Node>| {
            node.is_none_or(|it| slice.get(it as usize).copied().unwrap_or(true))
        };
        let mut inputs = std::mem::take(&mut self.inputs);
        inputs.iter_mut().for_each(|(node, it)| it.matters = matters(*node));
        // What was never initialised is told only where it matters.
        inputs.retain(|(_, it)| it.matters || it.kind == "input");
        let inputs = inputs.into_iter().map(|it| it.1).collect();
        let stack = self.stack(state, &matters);
        self.blame_callers();
        let (program, lines) = (self.program, &self.lines);
        let visits = std::mem::take(&mut self.visits);
        let own = visits.into_iter().filter(|it| lines.is_own(it.line));
        let steps = own.map(|it| StepReport {
            process: program.procs[it.process].name.clone(),
            pid: ALONE,
            file: lines.path(it.line).to_owned(),
            line: it.line.line,
            column: it.line.column,
            text: lines.text(it.line).to_owned(),
            changes: merged(it.changes, &matters),
            started: Vec::new(),
            ended: Vec::new(),
            messages: Vec::new(),
            partner: None,
            output: it.output,
            violation: it.violation,
            depth: it.depth,
            loops: it.loops,
        });
        (steps.collect(), inputs, stack)
    }

    /// What goes wrong in the library is told at the line of the source that called it.
    fn blame_callers(&mut self) {
        let Some(message) = self.violation(None) else { return };
        let Some(line) = self.entered().and_then(|it| it.line) else { return };
        let lines = &self.lines;
        let caller = self.visits.iter_mut().rfind(|it| lines.is_own(it.line));
        if let Some(visit) = caller {
            (visit.line, visit.violation) = (line, Some(message));
        }
    }

    /// The calls that are open, the innermost first. Of those inside the library only the first is told.
    fn stack(
        &mut self,
        state: &State,
        matters: &impl Fn(Option<Node>) -> bool,
    ) -> Vec<FrameReport> {
        let Some(instance) = state.processes.first() else { return Vec::new() };
        let outer = instance.callers.iter().map(|it| &it.locals);
        let locals: Vec<_> = outer.chain([&instance.locals]).collect();
        let mut frames = Vec::new();
        let mut line = self.visits.last().map(|it| it.line);
        let entered = self.entered().map(|it| it.number);
        for (call, locals) in self.calls.iter().zip(locals).rev() {
            let process = &self.program.procs[call.process];
            if entered.is_some_and(|it| it < call.number) {
                continue;
            }
            let at = if entered == Some(call.number) { call.line } else { line };
            line = call.line;
            let (Some(at), ProcessKind::Function) = (at, process.kind) else { continue };
            let mut values = Vec::new();
            for (var, value) in locals {
                let declared = &self.program.vars[*var];
                let tribunal_exec::Value::Scalar(value) = *value else { continue };
                if declared.name.starts_with(['%', '&', '.']) {
                    continue;
                }
                let Some(writer) = self.writers.get(&Cell::Local(call.number, *var)) else {
                    continue;
                };
                values.push(ChangeReport {
                    name: declared.name.clone(),
                    owner: None,
                    before: None,
                    after: Some(shown(self.program, state, declared.ty, value)),
                    matters: matters(Some(*writer)),
                });
            }
            frames.push(FrameReport {
                function: process.name.clone(),
                file: self.lines.path(at).to_owned(),
                line: at.line,
                values,
            });
        }
        frames
    }
}
