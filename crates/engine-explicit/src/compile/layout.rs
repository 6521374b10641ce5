//! Where everything lies in a packed state.
//!
//! A packed state is the region of the globals followed by one region for each living process,
//! oldest first. Regions start at bytes. A region holds scalars, then the channels that its owner
//! created. The region of a process begins with its program counter, followed by its priority if the
//! program can tell. Variables that do not tell states apart have regions of the same kind in a
//! second string of bytes.
//!
//! Wider scalars come first, so that there are no gaps between the narrow ones.

use crate::cell::{Cell, Wrap};
use tribunal_base::{Arena, Id};
use tribunal_engine::Reason;
use tribunal_ir::{ChanId, Initially, Matching, Program, Ty, TyId, VarId};

/// Which variables tell states apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// Those that are meant to.
    Matched,
    /// All: a cycle is a cycle of the whole state.
    All,
}

/// The largest region, in bits: positions are 32-bit numbers.
const MAX_BITS: u64 = 1 << 30;

/// Which of the two strings of bytes a variable lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The one that tells states apart.
    Matched,
    /// The other.
    Unmatched,
}

/// Where a variable lies in its region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) part: Part,
    pub(crate) bit: u32,
}

/// The packed form of a region.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    /// The bytes in the matched part.
    pub(crate) bytes: u32,
    /// The bytes in the unmatched part.
    pub(crate) unmatched_bytes: u32,
    /// The channels created with the region, with their first bytes.
    pub(crate) channels: Vec<(ChanId, u32)>,
}

/// The packed form of the channels of one declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelLayout {
    pub(crate) capacity: u32,
    /// How the number of messages is kept, at the first byte.
    pub(crate) length: Cell,
    /// Where the first message starts, in bytes.
    pub(crate) first: u32,
    /// The bytes of one message.
    pub(crate) stride: u32,
    /// The fields of a message.
    pub(crate) fields: Vec<FieldLayout>,
}

/// A field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldLayout {
    pub(crate) wrap: Wrap,
    pub(crate) cell: Cell,
    /// Within the message.
    pub(crate) bit: u32,
}

/// Where every variable of a program lies.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) counter: Cell,
    /// The bit of a process's priority within its region, if it is kept.
    pub(crate) priority: Option<u32>,
    pub(crate) globals: Region,
    pub(crate) processes: Vec<Region>,
    pub(crate) channels: Vec<ChannelLayout>,
    pub(crate) positions: Vec<Option<Position>>,
}

impl Layout {
    /// Lays out a program. `priority` tells whether priorities are kept.
    pub(crate) fn new(
        program: &Program,
        priority: Priorities,
        identity: Identity,
    ) -> Result<Self, Reason> {
        // Zero is the counter of a process that is no longer alive.
        let counter = Wrap::new(tribunal_ir::IntShape {
            bits: bits_for(program.locs.len() as u64).max(5),
            signed: false,
        })
        .map(Wrap::cell)
        .expect("a program counter should fit into 64 bits");
        let channels = program
            .channels
            .values()
            .map(|channel| channel_layout(program, channel))
            .collect::<Result<Vec<_>, _>>()?;
        let head = counter.width();
        let (priority, head) = match priority {
            Priorities::Kept => (Some(head), head + 8),
            Priorities::Dropped => (None, head),
        };
        let mut layout = Self {
            counter,
            priority,
            globals: Region::default(),
            processes: Vec::new(),
            channels,
            positions: vec![None; program.vars.len()],
        };
        let globals: Vec<VarId> = program
            .vars
            .ids()
            .filter(|&var| program.vars[var].scope == tribunal_ir::Scope::Global)
            .collect();
        layout.globals = layout.region(program, &globals, &globals, 0, identity)?;
        for process in program.procs.values() {
            let created = process.locals.get(process.params..).unwrap_or(&[]);
            let region = layout.region(program, &process.locals, created, head, identity)?;
            layout.processes.push(region);
        }
        Ok(layout)
    }

    /// Lays out the variables of one owner behind a head of some bits. `initialised` are those whose
    /// initialisers run, in order.
    fn region(
        &mut self,
        program: &Program,
        vars: &[VarId],
        initialised: &[VarId],
        head: u32,
        identity: Identity,
    ) -> Result<Region, Reason> {
        let mut sized = Vec::new();
        for &var in vars {
            sized.push((extent(program, program.vars[var].ty)?, var));
        }
        // A stable sort: whole bytes first, then 4 bits, 2 bits, 1 bit.
        sized.sort_by_key(|(extent, _)| std::cmp::Reverse(extent.align));
        let (mut matched, mut unmatched) = (u64::from(head), 0);
        for (extent, var) in sized {
            let (part, end) = match (program.vars[var].matching, identity) {
                (Matching::Unmatched, Identity::Matched) => (Part::Unmatched, &mut unmatched),
                (Matching::Unmatched, Identity::All) | (Matching::Matched, _) => {
                    (Part::Matched, &mut matched)
                }
            };
            let start = end.next_multiple_of(extent.align);
            *end = start + extent.bits;
            self.positions[var.index()] = Some(Position { part, bit: checked(program, start)? });
            checked(program, *end)?;
        }
        let mut bytes = matched.div_ceil(8);
        let mut channels = Vec::new();
        for &var in initialised {
            for initialiser in &program.vars[var].init {
                if let Initially::Channel(channel) = initialiser.value {
                    channels.push((channel, checked(program, bytes)?));
                    let layout = &self.channels[channel.index()];
                    bytes += u64::from(layout.first)
                        + u64::from(layout.capacity) * u64::from(layout.stride);
                    checked(program, bytes * 8)?;
                }
            }
        }
        let unmatched_bytes = checked(program, unmatched.div_ceil(8))?;
        Ok(Region { bytes: checked(program, bytes)?, unmatched_bytes, channels })
    }
}

/// Whether the priorities of processes are part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priorities {
    Kept,
    Dropped,
}

/// The room a type takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) bits: u64,
    /// 1, 2, 4 or 8 bits.
    align: u64,
}

/// The room a type takes.
pub(crate) fn extent(program: &Program, ty: TyId) -> Result<Extent, Reason> {
    let rounded = |bits: u64| match bits {
        0..=8 => {
            let bits = bits.max(1).next_power_of_two();
            Extent { bits, align: bits }
        }
        _ => Extent { bits: bits.next_multiple_of(8), align: 8 },
    };
    match program.tys[ty] {
        Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => {
            Ok(rounded(scalar(program, ty)?.cell().width().into()))
        }
        Ty::Array { elem, len } => {
            let elem = extent(program, elem)?;
            let bits = elem.bits * u64::from(len);
            checked(program, bits)?;
            Ok(if bits <= 8 { rounded(bits) } else { Extent { bits, align: 8 } })
        }
        Ty::Record(record) => {
            let mut end: u64 = 0;
            for field in &program.records[record].fields {
                let field = extent(program, field.ty)?;
                end = end.next_multiple_of(field.align) + field.bits;
                checked(program, end)?;
            }
            Ok(rounded(end))
        }
        Ty::Float(_) | Ty::Pointer => super::not_flat(),
    }
}

/// Where a field of a record starts, in bits from the record's start.
pub(crate) fn field_bit(program: &Program, fields: &[TyId], field: usize) -> Result<u64, Reason> {
    let mut end: u64 = 0;
    for (index, &ty) in fields.iter().enumerate() {
        let extent = extent(program, ty)?;
        let start = end.next_multiple_of(extent.align);
        if index == field {
            return Ok(start);
        }
        end = start + extent.bits;
    }
    Ok(end)
}

/// How the numbers of a scalar type are kept.
pub(crate) fn scalar(program: &Program, ty: TyId) -> Result<Wrap, Reason> {
    program.shape(ty).and_then(Wrap::new).ok_or_else(too_wide)
}

/// The refusal of numbers wider than this engine's.
pub(crate) fn too_wide() -> Reason {
    Reason::Unsupported { what: "integers of more than 64 bits".into(), span: None }
}

/// A number of bits or bytes, if a region can have that many.
fn checked(program: &Program, amount: u64) -> Result<u32, Reason> {
    u32::try_from(amount).ok().filter(|&it| u64::from(it) <= MAX_BITS).ok_or_else(|| {
        let span = program.vars.values().next().map(|var| var.span);
        Reason::Unsupported { what: "variables of more than 128 MiB".into(), span }
    })
}

fn channel_layout(
    program: &Program,
    channel: &tribunal_ir::Channel,
) -> Result<ChannelLayout, Reason> {
    let shape =
        tribunal_ir::IntShape { bits: bits_for(channel.capacity.into()).max(5), signed: false };
    let length = Wrap::new(shape).map(Wrap::cell).expect("a length should fit into 64 bits");
    let mut fields = Vec::new();
    for (index, &ty) in channel.fields.iter().enumerate() {
        let wrap = scalar(program, ty)?;
        let bit = checked(program, field_bit(program, &channel.fields, index)?)?;
        fields.push(FieldLayout { wrap, cell: wrap.cell(), bit });
    }
    let end = field_bit(program, &channel.fields, channel.fields.len())?;
    let first = if channel.capacity == 0 { 0 } else { length.width() / 8 };
    let stride = checked(program, end.div_ceil(8))?;
    Ok(ChannelLayout { capacity: channel.capacity, length, first, stride, fields })
}

/// How many bits the numbers from 0 to `largest` need.
fn bits_for(largest: u64) -> u16 {
    u16::try_from(u64::BITS - largest.leading_zeros()).expect("64 should fit into 16 bits").max(1)
}

/// The types of the fields of a record, in order.
pub(crate) fn field_types(program: &Program, record: tribunal_ir::RecordId) -> Vec<TyId> {
    let records: &Arena<_, _> = &program.records;
    records[record].fields.iter().map(|field| field.ty).collect()
}

#[cfg(test)]
mod tests {
    use super::Identity;
    use super::{Layout, Priorities};
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    fn check(source: &str, expected: Expect) {
        let program = tribunal_ir::text::parse(source).0.expect("the text should be a program");
        let layout = Layout::new(&program, Priorities::Dropped, Identity::Matched)
            .expect("the program should have a layout");
        let mut text = String::new();
        for (var, position) in program.vars.values().zip(&layout.positions) {
            let position = position.expect("every variable should have a position");
            writeln!(text, "{} at {:?} bit {}", var.name, position.part, position.bit)
                .expect("writing to a string should work");
        }
        for region in std::iter::once(&layout.globals).chain(&layout.processes) {
            let (bytes, unmatched) = (region.bytes, region.unmatched_bytes);
            writeln!(text, "{bytes} + {unmatched} bytes, channels {:?}", region.channels)
                .expect("writing to a string should work");
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn narrow_scalars_share_bytes() {
        check(
            "global a: bool
             global b: u3
             global c: i32
             global d: [u2; 3]
             global e: bool
             process p() active 1 { var f: u16 l0 -> l0 }",
            expect![[r#"
                a at Matched bit 44
                b at Matched bit 40
                c at Matched bit 0
                d at Matched bit 32
                e at Matched bit 45
                f at Matched bit 8
                6 + 0 bytes, channels []
                3 + 0 bytes, channels []
            "#]],
        );
    }

    #[test]
    fn channels_lie_behind_the_variables_of_their_owner() {
        check(
            "channel q [2] of u8, bool
             channel r [0] of u8
             global a: chan = new q
             global b: chan = new r
             global unmatched hidden: u8
             process p() active 1 { var c: chan = new q l0 -> l0 }",
            expect![[r#"
                a at Matched bit 0
                b at Matched bit 8
                hidden at Unmatched bit 0
                c at Matched bit 8
                7 + 1 bytes, channels [(q0, 2), (q1, 7)]
                7 + 0 bytes, channels [(q0, 2)]
            "#]],
        );
    }
}
