//! Which global variables matter where: the others do not tell abstract states apart.
//!
//! A backward analysis of whole variables, as in P. de la Cámara, M. M. Gallardo, P. Merino: *Abstract matching for software model checking*, SPIN 2006, through
//! calls and returns, without keeping apart where a function was called. A variable matters where a condition may read it from there on, or the formulas do, in a
//! state that is seen, or where it goes into something that matters. That it is assigned, passed on, or printed alone is not enough.

use crate::state::layout::Layout;
use std::collections::BTreeMap;
use tribunal_base::Id as _;
use tribunal_ir::live::has_pointer;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{
    Action, Control, Edge, EdgeId, ExprId, Guard, LocId, Place, PlaceId, ProcId, Program, Scope,
    VarId, Visibility,
};

/// A set of global variables, one bit for each.
type Bits = Box<[u64]>;

/// The scalars of global variables that do not matter at each location. Where several processes run, all do.
pub(super) fn needless(
    layout: &Layout<'_>,
    visibility: &Visibility,
    atoms: &[ExprId],
) -> Vec<Vec<u32>> {
    let program = layout.program;
    if !program.is_sequential() {
        return vec![Vec::new(); program.locs.len()];
    }
    let mut analysis = Analysis::new(program);
    analysis.look(visibility, atoms);
    analysis.solve();
    let of = |location: LocId| {
        let needed = &analysis.needed[location.index()];
        let needless = analysis.globals.iter().enumerate().filter(|(at, _)| !has(needed, *at));
        needless.flat_map(|(_, var)| layout.cells(*var)).collect()
    };
    program.locs.ids().map(of).collect()
}

fn has(set: &Bits, at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

struct Analysis<'p> {
    program: &'p Program,
    /// The global variables that are looked at, and the position of each among them.
    globals: Vec<VarId>,
    position: BTreeMap<VarId, usize>,
    needed: Vec<Bits>,
    /// The calls of each function.
    calls: BTreeMap<ProcId, Vec<EdgeId>>,
}

impl<'p> Analysis<'p> {
    fn new(program: &'p Program) -> Self {
        // What pointers keep from being lost is another matter.
        let is_plain =
            |it: &tribunal_ir::Var| it.scope == Scope::Global && !has_pointer(program, it.ty);
        let globals: Vec<VarId> =
            program.vars.iter().filter(|(_, it)| is_plain(it)).map(|(id, _)| id).collect();
        let position = globals.iter().enumerate().map(|(at, var)| (*var, at)).collect();
        let empty: Bits = vec![0; globals.len().div_ceil(64)].into();
        let mut calls: BTreeMap<ProcId, Vec<EdgeId>> = BTreeMap::new();
        for (id, edge) in program.edges.iter() {
            if let Some(Action::Call { process, .. }) = edge.actions.last() {
                calls.entry(*process).or_default().push(id);
            }
        }
        Self { program, globals, position, needed: vec![empty; program.locs.len()], calls }
    }

    /// Lets the formulas read their variables wherever a state may be seen.
    fn look(&mut self, visibility: &Visibility, atoms: &[ExprId]) {
        let mut read = self.nothing();
        for atom in atoms {
            self.add_reads(&mut read, |walk| walk.expr(*atom));
        }
        let program = self.program;
        let first = program.procs.values().filter(|it| it.active != 0);
        let mut seen: Vec<LocId> = first.map(|it| it.entry).collect();
        for (id, edge) in program.edges.iter() {
            // Something that happened inside an atomic sequence is seen after it.
            let is_late = edge.atomic || program.locs[edge.from].control == Control::Indivisible;
            let ends = self.ends(edge).into_iter();
            seen.extend(ends.filter(|at| is_late || visibility.is_seen(id, *at)));
        }
        for location in seen {
            merge(&mut self.needed[location.index()], &read);
        }
    }

    /// Where control may be after an edge.
    fn ends(&self, edge: &Edge) -> Vec<LocId> {
        match edge.actions.last() {
            Some(Action::Call { process, .. }) => vec![self.program.procs[*process].entry],
            Some(Action::Return { .. }) => {
                let function = self.program.locs[edge.from].process;
                let calls = self.calls.get(&function).into_iter().flatten();
                calls.map(|it| self.program.edges[*it].to).collect()
            }
            _ => vec![edge.to],
        }
    }

    fn nothing(&self) -> Bits {
        vec![0; self.globals.len().div_ceil(64)].into()
    }

    fn add_reads(&self, set: &mut Bits, lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>)) {
        let mut each = |it| {
            if let Use::Read(place) = it
                && let Root::Own(var) = self.program.root(place)
                && let Some(at) = self.position.get(&var)
            {
                set[at / 64] |= 1 << (at % 64);
            }
        };
        lead(&mut Walk::new(self.program, &mut each));
    }

    /// The variable that a place is, all of it.
    fn whole(&self, place: PlaceId) -> Option<usize> {
        match self.program.places[place] {
            Place::Var(var) => self.position.get(&var).copied(),
            _ => None,
        }
    }

    /// Adds what matters before an edge to what matters where it starts, until nothing changes.
    fn solve(&mut self) {
        let program = self.program;
        let mut into: Vec<Vec<EdgeId>> = vec![Vec::new(); program.locs.len()];
        for (id, edge) in program.edges.iter() {
            for end in self.ends(edge) {
                into[end.index()].push(id);
            }
        }
        // What is stored where a function returns is not known before it has returned.
        for calls in self.calls.values() {
            let returned = calls.iter().filter_map(|it| match program.edges[*it].actions.last() {
                Some(Action::Call { result, .. }) => *result,
                _ => None,
            });
            for place in returned.filter(|it| !matches!(program.places[*it], Place::Var(_))) {
                let mut read = self.nothing();
                self.add_reads(&mut read, |walk| walk.action(&Action::Havoc { place }));
                self.needed.iter_mut().for_each(|it| _ = merge(it, &read));
            }
        }
        let mut waiting: Vec<LocId> = program.locs.ids().collect();
        let mut is_waiting = vec![true; program.locs.len()];
        while let Some(location) = waiting.pop() {
            is_waiting[location.index()] = false;
            for id in &into[location.index()] {
                let edge = &program.edges[*id];
                let before = self.before(edge);
                if merge(&mut self.needed[edge.from.index()], &before)
                    && !std::mem::replace(&mut is_waiting[edge.from.index()], true)
                {
                    waiting.push(edge.from);
                }
            }
        }
    }

    /// What matters before an edge.
    fn before(&self, edge: &Edge) -> Bits {
        let program = self.program;
        let mut needed = self.nothing();
        if matches!(edge.actions.last(), Some(Action::Return { .. })) {
            let function = program.locs[edge.from].process;
            for call in self.calls.get(&function).into_iter().flatten() {
                let call = &program.edges[*call];
                let mut after = self.needed[call.to.index()].clone();
                if let Some(Action::Call { result: Some(place), .. }) = call.actions.last()
                    && let Some(at) = self.whole(*place)
                {
                    after[at / 64] &= !(1 << (at % 64));
                }
                merge(&mut needed, &after);
            }
        } else {
            for end in self.ends(edge) {
                merge(&mut needed, &self.needed[end.index()]);
            }
        }
        for action in edge.actions.iter().rev() {
            match action {
                Action::Assign { place, value } => match self.whole(*place) {
                    Some(at) if !has(&needed, at) => {}
                    Some(at) => {
                        needed[at / 64] &= !(1 << (at % 64));
                        self.add_reads(&mut needed, |walk| walk.expr(*value));
                    }
                    None => self.add_reads(&mut needed, |walk| walk.action(action)),
                },
                Action::Havoc { place } => match self.whole(*place) {
                    Some(at) => needed[at / 64] &= !(1 << (at % 64)),
                    None => self.add_reads(&mut needed, |walk| walk.action(action)),
                },
                Action::Print { .. } => {}
                _ => self.add_reads(&mut needed, |walk| walk.action(action)),
            }
        }
        if let Guard::When(condition) = edge.guard {
            self.add_reads(&mut needed, |walk| walk.expr(condition));
        }
        needed
    }
}

/// Adds a set to another; tells whether it grew.
fn merge(set: &mut Bits, other: &Bits) -> bool {
    let mut grown = false;
    for (old, new) in set.iter_mut().zip(other) {
        grown |= new & !*old != 0;
        *old |= new;
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::needless;
    use crate::state::layout::Layout;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;
    use tribunal_ir::{Expr, ExprId, Granularity, Scope, Visibility, text};

    /// The variables that matter, at the locations where some do, where somebody asks for what the loads of `asked` are.
    fn check(granularity: Granularity, asked: &str, expected: &Expect) {
        let source = "
            global pressure: i32
            global mode: i32
            global log: i32
            process start() active 1 { l0 -> l1 do call main() loc l1 end }
            function main() {
                var t: i32
                l2 -> l3 do t = call input()
                l3 -> l4 do pressure = t
                l4 -> l2 when pressure > 3 do mode = 1; log = pressure
                l4 -> l2 else do print \"%d\", log
            }
            function input() {
                var v: i32
                l5 -> l6 do havoc v
                l6 -> l7 do return v
                loc l7 end
            }";
        let (program, diagnostics) = text::parse(source);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let layout = Layout::new(&program);
        let visibility = Visibility::new(&program, granularity);
        let is_asked = |expr: &Expr| match expr {
            Expr::Load(place) => layout
                .only_cell(*place)
                .is_some_and(|it| *program.vars[layout.owner(it)].name == *asked),
            _ => false,
        };
        let atoms = program.exprs.iter().filter(|(_, it)| is_asked(it)).map(|(id, _)| id);
        let atoms: Vec<ExprId> = atoms.collect();
        let mut told = String::new();
        let needless = needless(&layout, &visibility, &atoms);
        for (location, cells) in needless.iter().enumerate() {
            let globals = program.vars.iter().filter(|(_, it)| it.scope == Scope::Global);
            let needed =
                globals.filter(|(var, _)| !layout.cells(*var).all(|it| cells.contains(&it)));
            let names: Vec<&str> = needed.map(|(_, it)| &*it.name).collect();
            if !names.is_empty() {
                _ = writeln!(told, "l{location}: {}", names.join(" "));
            }
        }
        expected.assert_eq(&told);
    }

    #[test]
    fn what_nobody_asks_for_matters_where_a_condition_reads_it() {
        check(
            Granularity::Marked,
            "nothing",
            &expect![[r#"
            l4: pressure
        "#]],
        );
    }

    #[test]
    fn what_is_asked_for_matters_where_a_state_is_seen() {
        check(
            Granularity::Global,
            "pressure",
            &expect![[r#"
            l0: pressure
            l2: pressure
            l4: pressure
        "#]],
        );
    }
}
