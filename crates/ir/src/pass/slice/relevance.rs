//! Relevance: what the remaining conditions and the properties depend on, directly or not.
//!
//! Holzmann's first phase. Where he asks which statements can block a relevant one, everything
//! that is left of a process counts: a condition that goes away is one of a bubble or of a
//! process that is dropped as a whole.

use super::Skeleton;
use super::alias::{Aliases, Channels};
use crate::edge::{Action, Edge, Guard, MessageOrder, Pattern};
use crate::expr::{Expr, Place};
use crate::pass::not_flat;
use crate::program::{ExprId, Initially, PlaceId, ProcessKind, Program, PropId, VarId};
use crate::property::{PropertyKind, Shape};
use crate::visit::{Root, Use, Walk};
use std::collections::BTreeSet;
use tribunal_base::Id;

/// What matters.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Relevance {
    /// By variable, for all instances at once.
    vars: Vec<bool>,
    /// By declaration of a channel and field.
    fields: Vec<Vec<bool>>,
    /// The expressions whose values matter.
    pub(super) exprs: BTreeSet<ExprId>,
    /// The channels on which somebody waits, or whose contents somebody asks for.
    pub(super) channels: Channels,
}

impl Relevance {
    /// Nothing matters.
    pub(super) fn none(program: &Program) -> Self {
        let fields = program.channels.values().map(|it| vec![false; it.fields.len()]);
        Self { vars: vec![false; program.vars.len()], fields: fields.collect(), ..Self::default() }
    }

    /// What matters for some properties of what is left of a program.
    pub(super) fn new(
        program: &Program,
        aliases: &Aliases,
        properties: &[PropId],
        skeleton: &Skeleton,
    ) -> Self {
        let mut marking = Marking { program, aliases, found: Self::none(program) };
        properties.iter().for_each(|it| marking.property(program.props[*it].kind));
        let left: Vec<&Edge> = program
            .edges
            .iter()
            .filter(|(id, _)| skeleton.is_left(program, *id))
            .map(|(_, edge)| edge)
            .collect();
        for edge in &left {
            if let Guard::When(condition) = edge.guard {
                marking.expr(condition);
            }
        }
        for (id, process) in program.procs.iter() {
            if let Some(provided) = process.provided
                && process.kind == ProcessKind::Ordinary
                && skeleton.kept[id.index()]
            {
                marking.expr(provided);
            }
        }
        loop {
            let before = marking.found.clone();
            marking.first_values();
            left.iter().flat_map(|it| &it.actions).for_each(|it| marking.action(it));
            if before == marking.found {
                return marking.found;
            }
        }
    }

    /// Whether the value of a variable matters.
    pub(super) fn has(&self, var: VarId) -> bool {
        self.vars[var.index()]
    }

    /// Whether what is stored at a place matters.
    pub(super) fn has_place(&self, program: &Program, place: PlaceId) -> bool {
        match program.root(place) {
            Root::Own(var) | Root::Remote(var) => self.has(var),
            _ => not_flat(),
        }
    }

    /// Whether a field of the messages of some of these channels matters.
    pub(super) fn has_field(&self, channels: &Channels, field: usize) -> bool {
        let of = |it: &crate::program::ChanId| self.fields[it.index()].get(field);
        channels.iter().any(|it| of(it).copied().unwrap_or(false))
    }
}

struct Marking<'a> {
    program: &'a Program,
    aliases: &'a Aliases,
    found: Relevance,
}

impl Marking<'_> {
    fn property(&mut self, kind: PropertyKind) {
        let atoms = kind.formula().map(|it| self.program.atoms(it)).into_iter().flatten();
        atoms.for_each(|it| self.expr(it));
        if kind.shape() == Shape::EndStates {
            self.program.end_requires.iter().for_each(|it| self.expr(*it));
        }
        // The edges of a claim are looked at like all others.
    }

    fn first_values(&mut self) {
        for (id, var) in self.program.vars.iter() {
            for initialiser in &var.init {
                if let Initially::Value(value) = initialiser.value
                    && self.found.has(id)
                {
                    self.expr(value);
                }
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Assign { place, value } => {
                if self.found.has_place(self.program, *place) {
                    self.expr(*value);
                    self.way_to(*place);
                }
            }
            Action::Send { channel, message, order, .. } => {
                let channels = self.communicates(*channel);
                for (field, value) in message.iter().enumerate() {
                    if *order == MessageOrder::Sorted {
                        self.field(&channels, field);
                        self.expr(*value);
                    }
                    if self.found.has_field(&channels, field) {
                        self.expr(*value);
                    }
                }
            }
            Action::Receive { channel, patterns, .. } => {
                let channels = self.communicates(*channel);
                for (field, pattern) in patterns.iter().enumerate() {
                    match *pattern {
                        Pattern::Match(value) => {
                            self.expr(value);
                            self.field(&channels, field);
                        }
                        Pattern::Store(place) => {
                            if self.found.has_place(self.program, place) {
                                self.field(&channels, field);
                                self.way_to(place);
                            }
                        }
                        Pattern::Any => {}
                    }
                }
            }
            Action::Spawn { process, args, result, priority } => {
                self.expr(*priority);
                let params = &self.program.procs[*process].locals;
                for (param, arg) in params.iter().zip(args) {
                    if self.found.has(*param) {
                        self.expr(*arg);
                    }
                }
                if let Some(place) = *result
                    && self.found.has_place(self.program, place)
                {
                    self.way_to(place);
                }
            }
            Action::SetPriority { process, value } => {
                self.expr(*process);
                self.expr(*value);
            }
            Action::Exit | Action::Print { .. } => {}
            _ => not_flat(),
        }
    }

    /// Somebody sends or receives: whether that can be done matters.
    fn communicates(&mut self, channel: ExprId) -> Channels {
        self.expr(channel);
        let channels = self.aliases.of(self.program, channel);
        self.found.channels.extend(channels.iter().copied());
        channels
    }

    fn field(&mut self, channels: &Channels, field: usize) {
        for channel in channels {
            if let Some(it) = self.found.fields[channel.index()].get_mut(field) {
                *it = true;
            }
        }
    }

    /// The value of an expression matters.
    fn expr(&mut self, expr: ExprId) {
        if self.found.exprs.insert(expr) {
            let mut uses = Vec::new();
            Walk::new(self.program, |it| uses.push(it)).expr(expr);
            self.mark(&uses);
        }
    }

    /// The place itself matters, not what is stored there.
    fn way_to(&mut self, place: PlaceId) {
        match self.program.places[place] {
            Place::Var(_) => {}
            Place::Index(base, index) => {
                self.expr(index);
                self.way_to(base);
            }
            Place::Field(base, _) => self.way_to(base),
            Place::Remote { process, .. } => self.expr(process),
            _ => not_flat(),
        }
    }

    fn mark(&mut self, uses: &[Use]) {
        for it in uses {
            match *it {
                Use::Read(place) => match self.program.root(place) {
                    Root::Own(var) | Root::Remote(var) => self.found.vars[var.index()] = true,
                    _ => not_flat(),
                },
                Use::Write(_) => {}
                Use::Expr(expr) => match &self.program.exprs[expr] {
                    Expr::Length(channel) => _ = self.asks(*channel),
                    Expr::Poll { channel, patterns, .. } => {
                        let channels = self.asks(*channel);
                        for (field, pattern) in patterns.iter().enumerate() {
                            if *pattern != Pattern::Any {
                                self.field(&channels, field);
                            }
                        }
                    }
                    _ => {}
                },
            }
        }
    }

    fn asks(&mut self, channel: ExprId) -> Channels {
        let channels = self.aliases.of(self.program, channel);
        self.found.channels.extend(channels.iter().copied());
        channels
    }
}
