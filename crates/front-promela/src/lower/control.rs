//! Control states: which elements a process can be at, and which steps leave each.
//!
//! Jumps, joins and loop ends are passed over where Spin passes over them; a choice, an atomic sequence or a block
//! stands for the first steps inside it. The rules, as Spin 6.5 has them:
//! - A step ends at the next element that is not passed over. Passing over stops where a step inside an
//!   atomic sequence would leave it: that jump or join is then a step of its own.
//! - The first statement of an option is a step even if it is a jump.
//! - The steps of escapes come before those of the statement they interrupt, the outermost first.

use super::Lowering;
use super::command::Idle;
use super::skeleton::{Atomicity, ElementId, Kind, Skeleton, Target};
use tribunal_base::{Arena, Id, Span};
use tribunal_ir::Marks;

/// How many jumps in a row are followed before they are taken for a cycle.
const MAX_JUMPS: usize = 500;

/// A skeleton with its jumps resolved.
pub(super) struct ControlFlow<'a> {
    skeleton: &'a Skeleton,
    /// The atomicity of each element after jumps between atomic sequences are bridged.
    atomicity: Arena<ElementId, Atomicity>,
    jumps: Arena<ElementId, Option<ElementId>>,
}

/// A step that leaves a control state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    pub(super) element: ElementId,
    pub(super) tier: u32,
}

/// A jump that goes nowhere.
pub(super) struct JumpCycle {
    pub(super) span: Span,
}

impl Lowering<'_> {
    /// Resolves the jumps of a process; reports those that cannot be.
    pub(super) fn control_flow<'a>(&mut self, skeleton: &'a Skeleton) -> ControlFlow<'a> {
        let jumps = skeleton.elements.ids().map(|it| self.jump_target(skeleton, it)).collect();
        let atomicity = skeleton.elements.values().map(|it| it.atomicity).collect();
        let mut flow = ControlFlow { skeleton, atomicity, jumps };
        flow.bridge_atomics();
        flow
    }

    fn jump_target(&mut self, skeleton: &Skeleton, element: ElementId) -> Option<ElementId> {
        let Kind::Goto(target) = &skeleton.elements[element].kind else { return None };
        let found = match target {
            Target::LoopEnd(number) => skeleton.loop_ends[*number]?,
            Target::Label { name, path, span } => {
                let named = || skeleton.labels.iter().filter(|it| it.name == *name);
                let best = named()
                    .find(|it| it.path == *path)
                    .or_else(|| {
                        named()
                            .filter(|it| path.starts_with(&it.path))
                            .max_by_key(|it| it.path.len())
                    })
                    .or_else(|| named().next());
                let Some(best) = best else {
                    self.error("unknown-label", *span, format!("unknown label `{name}`"));
                    return None;
                };
                best.element
            }
        };
        if skeleton.elements[element].dstep != skeleton.elements[found].dstep {
            self.error_with_help(
                "d_step-border",
                skeleton.elements[element].span,
                "a jump cannot cross the border of a d_step",
                "use `atomic` if control must enter or leave in the middle",
            );
        }
        Some(found)
    }
}

impl ControlFlow<'_> {
    pub(super) fn entry(&self) -> Result<ElementId, JumpCycle> {
        let first = self.skeleton.first(self.skeleton.body);
        self.settle(first, self.atomicity[first])
    }

    pub(super) fn atomicity(&self, element: ElementId) -> Atomicity {
        self.atomicity[element]
    }

    /// Jumps out of an atomic sequence give up control; jumps from the end of one into another keep it.
    fn bridge_atomics(&mut self) {
        for element in self.skeleton.elements.ids() {
            let Some(target) = self.jumps[element] else { continue };
            let inside = |it: Atomicity| it != Atomicity::Outside;
            if inside(self.atomicity[element]) && !inside(self.atomicity[target]) {
                self.atomicity[element] = Atomicity::Last;
            } else if self.atomicity[element] == Atomicity::Last && inside(self.atomicity[target]) {
                self.atomicity[element] = Atomicity::Inside;
            }
        }
    }

    /// Where control comes to rest that arrives at `element` after a step of the given atomicity.
    fn settle(&self, element: ElementId, after: Atomicity) -> Result<ElementId, JumpCycle> {
        let mut at = element;
        for _ in 0..MAX_JUMPS {
            let next = match &self.skeleton.elements[at].kind {
                Kind::Goto(_) => self.jumps[at],
                Kind::Join | Kind::LoopEnd => self.next(at),
                Kind::Unless { main, .. } => Some(self.skeleton.first(*main)),
                Kind::Command(_)
                | Kind::Choice(_)
                | Kind::Block(_)
                | Kind::Atomic(_)
                | Kind::DStep(_)
                | Kind::Stop => None,
            };
            let Some(next) = next else { return Ok(at) };
            if after == Atomicity::Inside && self.atomicity[next] != Atomicity::Inside {
                return Ok(at);
            }
            at = next;
        }
        Err(JumpCycle { span: self.skeleton.elements[element].span })
    }

    fn next(&self, element: ElementId) -> Option<ElementId> {
        self.skeleton.elements[element].next
    }

    /// Where control is after a step.
    pub(super) fn target(&self, element: ElementId) -> Result<Option<ElementId>, JumpCycle> {
        let after = self.atomicity[element];
        let next = match &self.skeleton.elements[element].kind {
            Kind::Goto(_) => self.jumps[element],
            _ => self.next(element),
        };
        next.map(|it| self.settle(it, after)).transpose()
    }

    /// Passes over joins and heads of `unless`: the start of an option or block.
    fn start(&self, element: ElementId) -> ElementId {
        let mut at = element;
        for _ in 0..MAX_JUMPS {
            at = match &self.skeleton.elements[at].kind {
                Kind::Join => match self.next(at) {
                    Some(next) => next,
                    None => return at,
                },
                Kind::Unless { main, .. } => self.skeleton.first(*main),
                _ => return at,
            };
        }
        at
    }

    /// The paths from a control state through heads of choices and blocks to the steps that can be taken there.
    /// Each path starts after the state itself and ends with the step.
    fn first_steps(&self, element: ElementId) -> Vec<Vec<ElementId>> {
        let mut found = Vec::new();
        self.collect_steps(element, &mut Vec::new(), &mut found);
        found
    }

    fn collect_steps(
        &self,
        element: ElementId,
        path: &mut Vec<ElementId>,
        found: &mut Vec<Vec<ElementId>>,
    ) {
        let inner: Vec<_> = match &self.skeleton.elements[element].kind {
            Kind::Choice(options) => options.clone(),
            Kind::Block(inner) | Kind::Atomic(inner) => vec![*inner],
            Kind::Command(_)
            | Kind::Goto(_)
            | Kind::Join
            | Kind::LoopEnd
            | Kind::Unless { .. }
            | Kind::DStep(_)
            | Kind::Stop => {
                return found.push(if path.is_empty() { vec![element] } else { path.clone() });
            }
        };
        let choosing = matches!(self.skeleton.elements[element].kind, Kind::Choice(_));
        for sequence in inner {
            let start = self.start(self.skeleton.first(sequence));
            if (choosing && self.is_dead(start)) || path.contains(&start) {
                continue;
            }
            path.push(start);
            self.collect_steps(start, path, found);
            path.pop();
        }
    }

    /// A guard that is the constant 0 removes its option.
    fn is_dead(&self, element: ElementId) -> bool {
        let it = &self.skeleton.elements[element];
        it.escapes.is_empty()
            && matches!(&it.kind, Kind::Command(command) if command.idle == Idle::Never)
    }

    /// The steps that leave a control state, in the order they are tried.
    pub(super) fn exits(&self, element: ElementId) -> Result<Vec<Exit>, JumpCycle> {
        let own: Vec<ElementId> =
            self.first_steps(element).into_iter().filter_map(|path| path.last().copied()).collect();
        let mut groups: Vec<(Option<ElementId>, ElementId)> =
            own.iter().map(|it| (None, *it)).collect();
        for &step in &own {
            if matches!(self.skeleton.elements[step].kind, Kind::Join) {
                continue;
            }
            for &escape in self.skeleton.elements[step].escapes.iter().rev() {
                let start = self.settle(self.skeleton.first(escape), self.atomicity[step])?;
                for path in self.first_steps(start) {
                    let Some(&escaping) = path.last() else { continue };
                    if !groups.iter().any(|(_, it)| *it == escaping) {
                        groups.insert(0, (Some(start), escaping));
                    }
                }
            }
        }
        let mut tier = 0;
        let mut exits: Vec<Exit> = Vec::new();
        for (at, (group, element)) in groups.iter().enumerate() {
            if 0 < at && groups[at - 1].0 != *group {
                tier += 1;
            }
            exits.push(Exit { element: *element, tier });
        }
        Ok(exits)
    }

    /// The statements that can come first at an element inside a `d_step`, in order.
    pub(super) fn first_commands(&self, element: ElementId) -> Vec<ElementId> {
        let element = self.start(element);
        self.first_steps(element).into_iter().filter_map(|path| path.last().copied()).collect()
    }

    /// What comes after a statement inside a `d_step`.
    pub(super) fn follow(&self, element: ElementId) -> Option<ElementId> {
        let next = match &self.skeleton.elements[element].kind {
            Kind::Goto(_) => self.jumps[element],
            _ => self.next(element),
        }?;
        self.settle(next, Atomicity::Outside).ok()
    }

    /// The marks of every element, from its labels. A mark on the first statement of an option or block, where
    /// control never rests, is passed on to where that statement leads.
    pub(super) fn marks(&self) -> Arena<ElementId, Marks> {
        let mut marks: Arena<ElementId, Marks> =
            self.skeleton.elements.values().map(|_| Marks::default()).collect();
        for label in &self.skeleton.labels {
            let it = &mut marks[label.element];
            it.end |= label.name.starts_with("end");
            it.accept |= label.name.starts_with("accept");
            it.progress |= label.name.starts_with("progress");
        }
        for (id, element) in self.skeleton.elements.iter() {
            if matches!(element.kind, Kind::Stop) {
                marks[id].end = true;
            }
        }
        for id in self.skeleton.elements.ids() {
            if !matches!(
                self.skeleton.elements[id].kind,
                Kind::Choice(_) | Kind::Block(_) | Kind::Atomic(_)
            ) {
                continue;
            }
            for path in self.first_steps(id) {
                for pair in path.windows(2) {
                    pass_on(&mut marks, pair[0], pair[1]);
                }
                let Some(&step) = path.last() else { continue };
                if let Ok(Some(target)) = self.target(step)
                    && step != id
                {
                    pass_on(&mut marks, step, target);
                }
            }
        }
        marks
    }
}

fn pass_on(marks: &mut Arena<ElementId, Marks>, from: ElementId, to: ElementId) {
    if from.index() == to.index() {
        return;
    }
    let source = marks[from];
    let target = &mut marks[to];
    target.end |= source.end;
    target.accept |= source.accept;
    target.progress |= source.progress;
}
