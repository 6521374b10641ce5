//! What a loop writes, by its text and that of the functions that it calls.

use std::collections::BTreeSet;

use super::Lowering;
use super::library::Known;
use crate::hir::{
    Builtin, Callee, ConversionKind, ExprId, ExprKind, FunctionId, LabelId, Part, PlaceId,
    PlaceKind, StmtId, StmtKind, Storage, VarId,
};

/// What was found.
#[derive(Default)]
pub(super) struct Writes {
    /// Variables of which a part is written by name.
    pub(super) variables: BTreeSet<VarId>,
    /// Automatic variables that are declared inside.
    pub(super) own: BTreeSet<VarId>,
    /// Whether there are writes of which only a pointer tells where.
    pub(super) by_pointers: bool,
    /// The functions that were looked at.
    seen: BTreeSet<FunctionId>,
    /// The labels of cases whose `switch` is inside, too.
    cases: BTreeSet<LabelId>,
    /// How many calls there are around.
    depth: usize,
}

/// What stands in the way of telling.
pub(super) type Told = Result<(), String>;

impl Lowering<'_> {
    pub(super) fn find_writes(&self, stmt: StmtId, writes: &mut Writes) -> Told {
        match &self.unit.stmts[stmt].kind {
            // Somebody may jump into the loop.
            StmtKind::Label(label) if writes.depth == 0 && !writes.cases.contains(label) => {
                return Err("a label in a loop with a contract".to_owned());
            }
            StmtKind::ComputedGoto(_) | StmtKind::Cleanup(_) => {
                return Err("such a jump out of a loop with a contract".to_owned());
            }
            StmtKind::Switch { cases, default, .. } if writes.depth == 0 => {
                writes.cases.extend(cases.iter().map(|it| it.target).chain(*default));
            }
            StmtKind::Block { variables, .. } => writes.own.extend(variables),
            _ => {}
        }
        for part in self.unit.parts(stmt) {
            match part {
                Part::Stmt(it) => self.find_writes(it, writes)?,
                Part::Expr(it) => self.find_writes_of(it, writes)?,
            }
        }
        Ok(())
    }

    pub(super) fn find_writes_of(&self, expr: ExprId, writes: &mut Writes) -> Told {
        match &self.unit.exprs[expr].kind {
            ExprKind::Assign { place, .. } => self.note_write(*place, writes)?,
            ExprKind::Update(update) => self.note_write(update.place, writes)?,
            ExprKind::Call { callee: Callee::Direct(function), .. } => {
                self.find_writes_of_call(*function, writes)?;
            }
            ExprKind::Call { callee: Callee::Indirect(_), .. } => {
                return Err("a call by a pointer in a loop with a contract".to_owned());
            }
            ExprKind::Statement { block, .. } => self.find_writes(*block, writes)?,
            ExprKind::Load(place) | ExprKind::AddressOf(place) if self.is_literal(*place) => {
                return Err("a compound literal in a loop with a contract".to_owned());
            }
            ExprKind::Va(_) => {
                return Err("a list of arguments in a loop with a contract".to_owned());
            }
            ExprKind::Builtin { builtin, arguments } => match (builtin, arguments.as_slice()) {
                (Builtin::Overflow(_), &[_, _, result]) => self.note_write_by(result, writes)?,
                (
                    Builtin::Overflow(_)
                    | Builtin::Alloca
                    | Builtin::Atomic(_)
                    | Builtin::Havoc
                    | Builtin::Array(_)
                    | Builtin::Fresh
                    | Builtin::SamePointer
                    | Builtin::Other(_),
                    _,
                ) => return Err("such a builtin in a loop with a contract".to_owned()),
                _ => {}
            },
            _ => {}
        }
        let mut operands = Vec::new();
        self.unit.operands(expr, &mut |it| operands.push(it));
        operands.into_iter().try_for_each(|it| self.find_writes_of(it, writes))
    }

    fn note_write(&self, place: PlaceId, writes: &mut Writes) -> Told {
        match self.unit.places[place].kind {
            PlaceKind::Variable(variable) => {
                self.note_written_variable(variable, writes);
                Ok(())
            }
            PlaceKind::Field { base, .. } => self.note_write(base, writes),
            PlaceKind::Deref(pointer) => self.note_write_by(pointer, writes),
            // These are new in each turn.
            PlaceKind::Temporary(_)
            | PlaceKind::CompoundLiteral { .. }
            | PlaceKind::Unsupported(_) => Ok(()),
        }
    }

    /// Whether a place is in a compound literal, to which pointers may point.
    fn is_literal(&self, mut place: PlaceId) -> bool {
        while let PlaceKind::Field { base, .. } = self.unit.places[place].kind {
            place = base;
        }
        matches!(self.unit.places[place].kind, PlaceKind::CompoundLiteral { .. })
    }

    fn note_written_variable(&self, variable: VarId, writes: &mut Writes) {
        let it = &self.unit.variables[variable];
        let is_elsewhere = it.storage == Storage::Parameter && it.function != self.build.function;
        if !is_elsewhere {
            writes.variables.insert(variable);
        }
    }

    fn note_write_by(&self, pointer: ExprId, writes: &mut Writes) -> Told {
        if let Some(variable) = self.variable_pointed_to(pointer) {
            self.note_written_variable(variable, writes);
            return Ok(());
        }
        if writes.depth != 0 {
            return Err("a call of a function that writes by pointers, in a loop with a contract"
                .to_owned());
        }
        writes.by_pointers = true;
        Ok(())
    }

    /// The variable that a pointer points into, if that is written there.
    fn variable_pointed_to(&self, pointer: ExprId) -> Option<VarId> {
        match self.unit.exprs[pointer].kind {
            ExprKind::AddressOf(mut place) => loop {
                match self.unit.places[place].kind {
                    PlaceKind::Variable(variable) => return Some(variable),
                    PlaceKind::Field { base, .. } => place = base,
                    PlaceKind::Deref(pointer) => return self.variable_pointed_to(pointer),
                    _ => return None,
                }
            },
            ExprKind::PointerAdd { pointer, .. }
            | ExprKind::Convert(ConversionKind::Pointer, pointer) => {
                self.variable_pointed_to(pointer)
            }
            _ => None,
        }
    }

    fn find_writes_of_call(&self, function: FunctionId, writes: &mut Writes) -> Told {
        let it = &self.unit.functions[function];
        let refuse = || Err(format!("a call of `{}` in a loop with a contract", it.name));
        let is_harmless = |it: Known| {
            matches!(
                it,
                Known::Error
                    | Known::Assert
                    | Known::Assume
                    | Known::Abort
                    | Known::Exit
                    | Known::Reads
                    | Known::NotNull
                    | Known::Apart
                    | Known::Ignored
            )
        };
        if let Some(known) = self.known(function) {
            return if is_harmless(known) { Ok(()) } else { refuse() };
        }
        if self.float_function(function).is_some() || writes.seen.contains(&function) {
            return Ok(());
        }
        if Some(function) == self.build.function || self.choices.replaced.contains(&it.name) {
            return refuse();
        }
        match it.body {
            Some(body) => {
                writes.seen.insert(function);
                writes.depth += 1;
                let told = self.find_writes(body, writes);
                writes.depth -= 1;
                told
            }
            None if crate::support::functions::is_uninterpreted(&it.name) => refuse(),
            // It changes nothing.
            None => Ok(()),
        }
    }
}
