//! The process that gets all ready: arbitrary values, what holds at first, and a choice of a process.

use tribunal_base::Id;
use tribunal_ir::{
    Action, BinOp, Control, Edge, Expr, Guard, LocId, Location, Place, PlaceId, ProcId, Process,
    ProcessKind, Scope, Ty, Var, VarId,
};

use super::{Asked, Making, Unsupported, moved::Site};

impl Making {
    /// The process that gets all ready.
    pub(super) fn start(
        &mut self,
        node: VarId,
        chooser: VarId,
        fork: u32,
        asked: &Asked,
    ) -> Result<(), Unsupported> {
        let span = self.nowhere;
        let id = self.program.procs.push(Process {
            name: "start".to_owned(),
            kind: ProcessKind::Ordinary,
            params: 0,
            locals: Vec::new(),
            entry: LocId::from_index(0),
            active: 1,
            priority: 1,
            provided: None,
            span,
        });
        let locs: Vec<LocId> = (0..4)
            .map(|_| {
                self.program.locs.push(Location {
                    process: id,
                    out: Vec::new(),
                    control: Control::Free,
                    marks: tribunal_ir::Marks { end: true, ..tribunal_ir::Marks::default() },
                    span,
                })
            })
            .collect();
        self.program.procs[id].entry = locs[0];
        let mut actions = Vec::new();
        let is_own = |it: &Var| it.name.starts_with('%');
        let globals: Vec<VarId> = self
            .program
            .vars
            .iter()
            .filter(|(_, it)| it.scope == Scope::Global && !is_own(it))
            .map(|it| it.0)
            .collect();
        for var in globals {
            let place = self.program.place(Place::Var(var));
            self.fill(id, place, &mut actions);
        }
        let mut arguments: Vec<Vec<VarId>> = Vec::new();
        for (number, process) in asked.processes.iter().enumerate() {
            let Process { locals, params, name, .. } = self.program.procs[*process].clone();
            let same = |it: &&ProcId| *it == process;
            let many = 1 < asked.processes.iter().filter(same).count();
            let nth = asked.processes[..=number].iter().filter(same).count();
            let mut own = Vec::new();
            for var in locals.into_iter().take(params) {
                let Var { name: parameter, ty, .. } = self.program.vars[var].clone();
                let owner = if many { format!("{name}#{nth}") } else { name.clone() };
                let open = self.open(&format!("{owner}:{parameter}"), ty, Scope::Local(id));
                actions.push(Action::Havoc { place: self.program.place(Place::Var(open)) });
                own.push(open);
            }
            arguments.push(own);
        }
        let requires = match asked.requires {
            Some(formula) => {
                let procs = asked.processes.clone();
                let locals: Vec<Vec<VarId>> = procs
                    .iter()
                    .map(|it| {
                        let process = &self.program.procs[*it];
                        process.locals.iter().copied().take(process.params).collect()
                    })
                    .collect();
                let found = self.state(formula, &mut |it: Site| {
                    let at = procs.iter().position(|process| *process == it.process)?;
                    let parameter = locals[at].iter().position(|var| *var == it.var)?;
                    Some(arguments[at][parameter])
                })?;
                found.ok_or_else(|| {
                    let what = "a condition over local variables that are no parameters";
                    (what.to_owned(), span)
                })?
            }
            None => self.program.truth(true),
        };
        let truth = self.program.truth(true);
        let number = self.program.int(i32::try_from(fork).unwrap_or(i32::MAX));
        let mark = self.assign(node, number);
        let edge = |from, to, guard, actions| Edge {
            from,
            to,
            tier: 0,
            guard: Guard::When(guard),
            actions,
            atomic: false,
            violates: None,
            span,
        };
        self.program.connect(edge(locs[0], locs[1], truth, actions));
        self.program.connect(edge(locs[1], locs[2], requires, vec![mark]));
        for (number, process) in asked.processes.iter().enumerate() {
            let parameters = self.program.procs[*process].locals.clone();
            let pairs = arguments[number].clone().into_iter().zip(parameters);
            let args = pairs.map(|(it, to)| self.opened(it, self.program.vars[to].ty)).collect();
            let value = self.program.int(i32::try_from(number).unwrap_or(i32::MAX));
            let chosen = self.load(chooser);
            let guard = self.program.expr(Expr::Binary(BinOp::Eq, chosen, value));
            let call = Action::Call { process: *process, args, result: None };
            self.program.connect(edge(locs[2], locs[3], guard, vec![call]));
        }
        Ok(())
    }

    /// Gives the scalars of a place arbitrary values.
    fn fill(&mut self, start: ProcId, place: PlaceId, actions: &mut Vec<Action>) {
        let Some(ty) = self.program.ty_of_place(place) else { return };
        match self.program.tys[ty] {
            Ty::Array { len, .. } => {
                for index in 0..len {
                    let index = self.program.int(i32::try_from(index).unwrap_or(i32::MAX));
                    let element = self.program.place(Place::Index(place, index));
                    self.fill(start, element, actions);
                }
            }
            Ty::Record(record) => {
                for field in 0..self.program.records[record].fields.len() {
                    let field = u32::try_from(field).unwrap_or(u32::MAX);
                    let part = self.program.place(Place::Field(place, field));
                    self.fill(start, part, actions);
                }
            }
            Ty::Channel => {}
            _ => {
                let name = self.place_name(place);
                let var = self.open(&name, ty, Scope::Local(start));
                let value = self.opened(var, ty);
                actions.push(Action::Havoc { place: self.program.place(Place::Var(var)) });
                actions.push(Action::Assign { place, value });
            }
        }
    }
}
