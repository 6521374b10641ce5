//! Aliases: which channels an expression may refer to.
//!
//! A channel reaches a variable by initialisation, by assignment, as a parameter, or in a message.
//! The analysis follows these flows without regard to their order. A reference may outlive the
//! channel of a process that ends, and then name a younger one: if the channel of a local variable
//! reaches any other place, every expression may refer to every channel.
//!
//! L. O. Andersen: *Program analysis and specialization for the C programming language*, PhD
//! thesis, DIKU, University of Copenhagen, 1994.

use crate::edge::{Action, Pattern};
use crate::expr::Expr;
use crate::pass::not_flat;
use crate::program::{ChanId, ExprId, Initially, PlaceId, Program, Scope, VarId};
use crate::ty::Ty;
use crate::visit::Root;
use std::collections::BTreeSet;
use tribunal_base::Id;

/// A set of channel declarations.
pub(super) type Channels = BTreeSet<ChanId>;

/// The channels that variables and message fields may refer to.
pub(super) struct Aliases {
    vars: Vec<Channels>,
    /// By declaration and field.
    fields: Vec<Vec<Channels>>,
    all: Channels,
}

impl Aliases {
    pub(super) fn new(program: &Program) -> Self {
        let fields = program.channels.values().map(|it| vec![Channels::new(); it.fields.len()]);
        let mut aliases = Self {
            vars: vec![Channels::new(); program.vars.len()],
            fields: fields.collect(),
            all: program.channels.ids().collect(),
        };
        while aliases.flow(program) {}
        if aliases.may_be_stale(program) {
            let all = &aliases.all;
            aliases.vars.iter_mut().for_each(|it| it.clone_from(all));
            aliases.fields.iter_mut().flatten().for_each(|it| it.clone_from(all));
        }
        aliases
    }

    /// The channels that an expression may refer to.
    pub(super) fn of(&self, program: &Program, channel: ExprId) -> Channels {
        match program.exprs[channel] {
            Expr::Const { value: 0, .. } => Channels::new(),
            Expr::Load(place) if is_channel(program, place) => {
                self.vars[var(program, place)].clone()
            }
            Expr::Ite(_, yes, no) => &self.of(program, yes) | &self.of(program, no),
            Expr::Cast { arg, .. } => self.of(program, arg),
            // A number that was made to be a channel.
            _ => self.all.clone(),
        }
    }

    /// Passes references on by every statement once; whether any is new.
    fn flow(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (id, declared) in program.vars.iter() {
            for initialiser in declared.init.iter().filter(|it| is_channel(program, it.place)) {
                let channels = match initialiser.value {
                    Initially::Channel(channel) => Channels::from([channel]),
                    Initially::Value(value) => self.of(program, value),
                };
                changed |= add(&mut self.vars[id.index()], channels);
            }
        }
        for action in program.edges.values().flat_map(|it| &it.actions) {
            changed |= self.flow_by(program, action);
        }
        changed
    }

    fn flow_by(&mut self, program: &Program, action: &Action) -> bool {
        let mut changed = false;
        match action {
            Action::Assign { place, value } if is_channel(program, *place) => {
                let channels = self.of(program, *value);
                changed |= add(&mut self.vars[var(program, *place)], channels);
            }
            Action::Send { channel, message, .. } => {
                for channel in self.of(program, *channel) {
                    let fields = &program.channels[channel].fields;
                    for (at, (value, ty)) in message.iter().zip(fields).enumerate() {
                        if program.tys[*ty] == Ty::Channel {
                            let channels = self.of(program, *value);
                            changed |= add(&mut self.fields[channel.index()][at], channels);
                        }
                    }
                }
            }
            Action::Receive { channel, patterns, .. } => {
                for channel in self.of(program, *channel) {
                    let fields = &program.channels[channel].fields;
                    for (at, (pattern, ty)) in patterns.iter().zip(fields).enumerate() {
                        if let Pattern::Store(place) = *pattern
                            && is_channel(program, place)
                        {
                            let is_known = program.tys[*ty] == Ty::Channel;
                            let known = &self.fields[channel.index()][at];
                            let channels = if is_known { known.clone() } else { self.all.clone() };
                            changed |= add(&mut self.vars[var(program, place)], channels);
                        }
                    }
                }
            }
            Action::Spawn { process, args, .. } => {
                let params = &program.procs[*process].locals;
                for (param, arg) in params.iter().zip(args) {
                    if program.tys[program.vars[*param].ty] == Ty::Channel {
                        let channels = self.of(program, *arg);
                        changed |= add(&mut self.vars[param.index()], channels);
                    }
                }
            }
            Action::Assign { .. }
            | Action::Exit
            | Action::SetPriority { .. }
            | Action::Print { .. } => {}
            _ => not_flat(),
        }
        changed
    }

    /// Whether the channel of a local variable reaches any other place.
    fn may_be_stale(&self, program: &Program) -> bool {
        let holds_first = |var: VarId, channel: ChanId| {
            let init = &program.vars[var].init;
            init.iter().any(|it| it.value == Initially::Channel(channel))
        };
        let locals = program.vars.iter().filter(|(_, it)| it.scope != Scope::Global);
        let made = locals.flat_map(|(_, it)| &it.init).filter_map(|it| match it.value {
            Initially::Channel(channel) => Some(channel),
            Initially::Value(_) => None,
        });
        let is_elsewhere = |channel: ChanId| {
            self.fields.iter().flatten().any(|it| it.contains(&channel))
                || program.vars.ids().any(|var| {
                    self.vars[var.index()].contains(&channel) && !holds_first(var, channel)
                })
        };
        made.into_iter().any(is_elsewhere)
    }
}

fn add(to: &mut Channels, channels: Channels) -> bool {
    let before = to.len();
    to.extend(channels);
    before < to.len()
}

fn is_channel(program: &Program, place: PlaceId) -> bool {
    program.ty_of_place(place).is_some_and(|it| program.tys[it] == Ty::Channel)
}

/// The position of the variable that a place is in.
fn var(program: &Program, place: PlaceId) -> usize {
    match program.root(place) {
        Root::Own(var) | Root::Remote(var) => var.index(),
        _ => not_flat(),
    }
}
