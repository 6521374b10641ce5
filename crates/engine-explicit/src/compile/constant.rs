//! Variables that keep their first value: loads of them are numbers, and channels among them lie at
//! a known place.

use super::not_flat;
use super::{Compiler, Context};
use crate::compile::layout;
use crate::model::Code;
use tribunal_base::Id;
use tribunal_engine::Reason;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Initially, PlaceId, Program, Scope, VarId};

/// Whether each variable keeps its first value.
///
/// One that an initialiser mentions does not count: it may be read before it has its value.
pub(super) fn constants(program: &Program) -> Vec<bool> {
    let mut constant = vec![true; program.vars.len()];
    let mut not = |place: PlaceId| {
        let (Root::Own(var) | Root::Remote(var)) = program.root(place) else { not_flat() };
        constant[var.index()] = false;
    };
    let mut edges = Walk::new(program, |it| {
        if let Use::Write(place) = it {
            not(place);
        }
    });
    for edge in program.edges.values() {
        edges.edge(edge);
    }
    let mut initialisers = Walk::new(program, |it| {
        if let Use::Read(place) = it {
            not(place);
        }
    });
    for initialiser in program.vars.values().flat_map(|var| &var.init) {
        if let Initially::Value(expr) = initialiser.value {
            initialisers.expr(expr);
        }
    }
    for process in program.procs.values() {
        for param in process.locals.iter().take(process.params) {
            constant[param.index()] = false;
        }
    }
    constant
}

impl Compiler<'_> {
    /// The number at a place that is never written, if it is the same in all states. Where the place
    /// starts in its region is known.
    pub(super) fn constant(
        &mut self,
        context: Context,
        place: PlaceId,
        bit: u32,
    ) -> Result<Option<Code>, Reason> {
        let program = self.program;
        let Root::Own(var) = program.root(place) else { return Ok(None) };
        if !self.constants[var.index()] {
            return Ok(None);
        }
        let ty = program.ty_of_place(place).expect("I4: a place should be well typed");
        let wrap = layout::scalar(program, ty)?;
        let (mut first, mut found) = (Some(0), false);
        for initialiser in &program.vars[var].init {
            let (_, _, at) = self.address(context, initialiser.place, &mut Vec::new())?;
            if at != u64::from(bit) {
                continue;
            }
            if std::mem::replace(&mut found, true) {
                return Ok(None);
            }
            first = match initialiser.value {
                Initially::Value(expr) => match self.code_of(context, expr)? {
                    Code::Const(value) => Some(wrap.apply(value)),
                    _ => None,
                },
                Initially::Channel(_) => self.channel_number(var, initialiser.place),
            };
        }
        Ok(first.map(Code::Const))
    }

    /// The number of the channel that an initialiser of a global variable creates.
    fn channel_number(&self, var: VarId, place: PlaceId) -> Option<i64> {
        let program = self.program;
        if program.vars[var].scope != Scope::Global {
            return None;
        }
        let globals = program.vars.values().filter(|it| it.scope == Scope::Global);
        let mut created =
            globals.flat_map(|it| &it.init).filter(|it| matches!(it.value, Initially::Channel(_)));
        let index = created.position(|it| it.place == place)?;
        i64::try_from(index + 1).ok().filter(|&it| it <= 255)
    }

    /// The channels that a process creates and keeps: the byte of the variable that names each, and
    /// its position in the region's list.
    pub(super) fn own_channels(&mut self, locals: &[VarId]) -> Result<Vec<(u32, u32)>, Reason> {
        let program = self.program;
        let mut own = Vec::new();
        let mut index = 0;
        for &var in locals {
            for initialiser in &program.vars[var].init {
                let Initially::Channel(_) = initialiser.value else { continue };
                let mut subscripts = Vec::new();
                let (_, part, bit) =
                    self.address(Context::Process, initialiser.place, &mut subscripts)?;
                if self.constants[var.index()]
                    && part == layout::Part::Matched
                    && subscripts.is_empty()
                {
                    let byte = bit / 8;
                    own.push((u32::try_from(byte).expect("a region should be small"), index));
                }
                index += 1;
            }
        }
        Ok(own)
    }
}
