//! The statements of a process joined as Spin joins them.
//!
//! Which points of a process are control states, and so how many states a model has, depends on how its
//! statements are strung together. Spin makes a list of *elements*: simple statements, jumps, the heads of choices,
//! and the points where choices join again. This module holds such lists; [`super::walk`] makes them from the syntax
//! tree, [`super::control`] reads them.

use tribunal_base::{Arena, Span, ids};
use tribunal_ir::ProcId;

use super::command::{Command, Idle};
use super::names::ScopePath;

ids! {
    /// Names an [`Element`].
    ElementId = "el";
    /// Names a [`Sequence`].
    SequenceId = "seq";
}

/// A process before it has locations.
pub(super) struct Skeleton {
    pub(super) process: ProcId,
    pub(super) elements: Arena<ElementId, Element>,
    pub(super) sequences: Arena<SequenceId, Sequence>,
    pub(super) body: SequenceId,
    pub(super) labels: Vec<PlacedLabel>,
    /// Where each `break` goes, by number of the loop.
    pub(super) loop_ends: Vec<Option<ElementId>>,
}

/// A statement, or a point between statements.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) kind: Kind,
    pub(super) next: Option<ElementId>,
    pub(super) atomicity: Atomicity,
    /// What may interrupt it, the outermost first.
    pub(super) escapes: Vec<SequenceId>,
    /// The `d_step` around it, by its number.
    pub(super) dstep: Option<usize>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// One step.
    Command(Command),
    Goto(Target),
    /// Where the options of an `if` or the two parts of an `unless` meet; where a loop starts over.
    Join,
    /// Where a `break` goes.
    LoopEnd,
    /// The head of an `if` or `do`.
    Choice(Vec<SequenceId>),
    Unless {
        main: SequenceId,
        escape: SequenceId,
    },
    Block(SequenceId),
    Atomic(SequenceId),
    DStep(SequenceId),
    /// The end of the process.
    Stop,
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Label { name: String, path: ScopePath, span: Span },
    LoopEnd(usize),
}

/// Whether a step keeps control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atomicity {
    /// Not in an atomic sequence.
    Outside,
    /// In one, and control is kept after this step.
    Inside,
    /// The last step of one.
    Last,
}

/// A row of elements.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    pub(super) first: Option<ElementId>,
    pub(super) last: Option<ElementId>,
    /// The last element that was written in the source; joins come after it.
    pub(super) extent: Option<ElementId>,
}

pub(super) struct PlacedLabel {
    pub(super) name: String,
    pub(super) path: ScopePath,
    pub(super) element: ElementId,
}

impl Skeleton {
    pub(super) fn new(process: ProcId) -> Self {
        let mut sequences: Arena<SequenceId, Sequence> = Arena::default();
        let body = sequences.push(Sequence::default());
        let (elements, labels, loop_ends) = (Arena::default(), Vec::new(), Vec::new());
        Self { process, elements, sequences, body, labels, loop_ends }
    }

    pub(super) fn append(&mut self, sequence: SequenceId, element: ElementId) {
        let row = &mut self.sequences[sequence];
        match row.last {
            Some(last) => self.elements[last].next = Some(element),
            None => row.first = Some(element),
        }
        row.last = Some(element);
    }

    /// Lets what follows a block follow its last statement. Blocks are made after their contents, so the
    /// outer ones come first here.
    pub(super) fn tie_ends(&mut self) {
        let elements: Vec<ElementId> = self.elements.ids().collect();
        for element in elements.into_iter().rev() {
            if let Kind::Block(inner) | Kind::Atomic(inner) | Kind::DStep(inner) =
                self.elements[element].kind
                && let Some(last) = self.sequences[inner].last
            {
                self.elements[last].next = self.elements[element].next;
            }
        }
    }

    pub(super) fn first(&self, sequence: SequenceId) -> ElementId {
        self.sequences[sequence].first.expect("a sequence should have at least one statement")
    }

    pub(super) fn is_labelled(&self, element: ElementId) -> bool {
        self.labels.iter().any(|it| it.element == element)
    }

    /// The elements of a sequence up to the last one that was written in the source.
    fn written(&self, sequence: SequenceId) -> Vec<ElementId> {
        let row = &self.sequences[sequence];
        self.until(row.first, row.extent)
    }

    fn until(&self, first: Option<ElementId>, last: Option<ElementId>) -> Vec<ElementId> {
        let mut found = Vec::new();
        let mut at = first;
        while let Some(element) = at {
            found.push(element);
            at = if Some(element) == last { None } else { self.elements[element].next };
        }
        found
    }

    /// The sequences directly inside an element.
    pub(super) fn parts(&self, element: ElementId) -> Vec<SequenceId> {
        match &self.elements[element].kind {
            Kind::Choice(options) => options.clone(),
            Kind::Unless { main, escape } => vec![*main, *escape],
            Kind::Block(inner) | Kind::Atomic(inner) | Kind::DStep(inner) => vec![*inner],
            Kind::Command(_) | Kind::Goto(_) | Kind::Join | Kind::LoopEnd | Kind::Stop => {
                Vec::new()
            }
        }
    }

    /// Drops the second and further `skip`s of a row of idle statements, as Spin does in options. The first and
    /// last statement of the option stay.
    pub(super) fn prune(&mut self, option: SequenceId) {
        let (first, last) = (self.sequences[option].first, self.sequences[option].last);
        let mut idle_run = 0;
        let mut previous = None;
        for element in self.until(first, last) {
            let idle = match &self.elements[element].kind {
                Kind::Command(command) if !self.is_labelled(element) => command.idle,
                _ => Idle::No,
            };
            idle_run = if matches!(idle, Idle::Skip | Idle::Print) { idle_run + 1 } else { 0 };
            let redundant = 1 < idle_run
                && idle == Idle::Skip
                && Some(element) != first
                && Some(element) != last;
            match previous {
                Some(previous) if redundant => {
                    let next = self.elements[element].next;
                    self.elements[previous as ElementId].next = next;
                }
                _ => previous = Some(element),
            }
        }
    }

    /// Attaches an escape to every statement of a sequence.
    pub(super) fn attach_escape(&mut self, sequence: SequenceId, escape: SequenceId) {
        for element in self.written(sequence) {
            self.attach_escape_to(element, escape);
        }
    }

    fn attach_escape_to(&mut self, element: ElementId, escape: SequenceId) {
        if self.elements[element].escapes.contains(&escape) {
            return;
        }
        // An outer escape also interrupts the inner ones.
        for inner in self.elements[element].escapes.clone() {
            self.attach_escape(inner, escape);
        }
        self.elements[element].escapes.insert(0, escape);
        match self.elements[element].kind {
            Kind::DStep(inner) => self.attach_escape_to(self.first(inner), escape),
            // Its own escape has the outer one attached through the main part.
            Kind::Unless { main, .. } => self.attach_escape(main, escape),
            Kind::Command(_) | Kind::Goto(_) | Kind::Join | Kind::LoopEnd | Kind::Stop => {}
            Kind::Choice(_) | Kind::Block(_) | Kind::Atomic(_) => {
                for part in self.parts(element) {
                    self.attach_escape(part, escape);
                }
            }
        }
    }

    /// Makes a sequence atomic: control is kept after all its steps but the last.
    pub(super) fn make_atomic(&mut self, sequence: SequenceId) {
        let row = &self.sequences[sequence];
        self.mark_inside(row.first, row.last);
        let Some(last) = self.sequences[sequence].last else { return };
        match self.elements[last].kind {
            Kind::Block(inner) | Kind::Atomic(inner) | Kind::Unless { main: inner, .. } => {
                self.make_atomic(inner);
            }
            Kind::Command(_)
            | Kind::Goto(_)
            | Kind::Join
            | Kind::LoopEnd
            | Kind::Choice(_)
            | Kind::DStep(_)
            | Kind::Stop => self.elements[last].atomicity = Atomicity::Last,
        }
    }

    fn mark_inside(&mut self, first: Option<ElementId>, last: Option<ElementId>) {
        for element in self.until(first, last) {
            self.elements[element].atomicity = Atomicity::Inside;
            // Atomic inside atomic adds nothing.
            if let Kind::Atomic(inner) = self.elements[element].kind {
                self.elements[element].kind = Kind::Block(inner);
            }
            if matches!(self.elements[element].kind, Kind::DStep(_)) {
                continue;
            }
            for part in self.parts(element) {
                let row = &self.sequences[part];
                self.mark_inside(row.first, row.last);
            }
        }
    }
}
