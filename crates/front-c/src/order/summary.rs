//! What calling a function may do to what others see.

use std::collections::BTreeSet;

use tribunal_base::Id as _;

use crate::hir::{
    Callee, ExprId, ExprKind, FunctionId, Origin, PlaceKind, Storage, Type, TypeId, Unit, VarId,
};
use crate::library;
use crate::support::Support;
use crate::support::functions::{is_input, support};

use super::access::{Effects, Target, holds_pointers, own_effects, pointee, target};
use super::set::{Numbering, Set};
use super::walk::{declared, full_expressions, nodes};

/// Of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Summary {
    /// Static variables, by their names.
    reads: Set,
    writes: Set,
    /// Whether it also does so through pointers, but for those to what it made itself.
    reads_behind: bool,
    writes_behind: bool,
    /// Whether it can come to memory that its arguments do not lead to.
    knows_addresses: bool,
}

/// Of all functions.
pub(super) struct Summaries<'a> {
    unit: &'a Unit,
    numbering: Numbering,
    all: Vec<Summary>,
    /// Of calls by pointers, by the number of arguments: what any function does that may be meant.
    by_pointer: Vec<Summary>,
}

/// What is looked at again and again while the summaries grow.
struct Body {
    function: FunctionId,
    calls: Vec<ExprId>,
    fresh: BTreeSet<VarId>,
}

impl<'a> Summaries<'a> {
    pub(super) fn of(unit: &'a Unit) -> Self {
        let numbering = Numbering::new(unit, |it| is_static(unit, it));
        let mut summaries = Self { unit, numbering, all: Vec::new(), by_pointer: Vec::new() };
        let ids = (0..unit.functions.len()).map(FunctionId::from_index);
        let bodies: Vec<Body> = ids.map(|it| summaries.start(it)).collect();
        let pointed_to = pointed_to(unit);
        let most = bodies.iter().flat_map(|it| &it.calls).map(|it| summaries.arguments(*it).len());
        summaries.by_pointer = vec![Summary::default(); most.max().unwrap_or(0) + 1];
        let mut changed = true;
        while changed {
            changed = false;
            for &function in &pointed_to {
                let parameters = unit.functions[function].parameters.len();
                for it in summaries.by_pointer.iter_mut().skip(parameters) {
                    it.absorb(&summaries.all[function.index()]);
                }
            }
            for body in &bodies {
                let index = body.function.index();
                let mut summary = summaries.all[index].clone();
                for &call in &body.calls {
                    summaries.add_call(&mut summary, body, call);
                }
                changed |= summary != summaries.all[index];
                summaries.all[index] = summary;
            }
        }
        summaries
    }

    pub(super) fn unit(&self) -> &'a Unit {
        self.unit
    }

    /// What a function does without its calls.
    fn start(&mut self, function: FunctionId) -> Body {
        let unit = self.unit;
        let roots: Vec<ExprId> =
            full_expressions(unit, function).iter().flat_map(|it| it.0.roots()).collect();
        let nodes = nodes(unit, &roots);
        let fresh = fresh(unit, function, &nodes);
        let mut summary = Summary::default();
        for &node in &nodes {
            summary.add(&self.numbering, &fresh, &own_effects(unit, node));
            if let Some(place) = unit.place_of(node)
                && let Some(Target::Variable(it)) = target(unit, place)
                && self.numbering.has(it)
            {
                let is_address = matches!(unit.exprs[node].kind, ExprKind::AddressOf(_));
                summary.knows_addresses |=
                    is_address || holds_pointers(unit, unit.variables[it].ty.id);
            }
        }
        self.all.push(summary);
        let is_call = |it: &ExprId| matches!(unit.exprs[*it].kind, ExprKind::Call { .. });
        Body { function, calls: nodes.into_iter().filter(is_call).collect(), fresh }
    }

    fn add_call(&self, summary: &mut Summary, body: &Body, call: ExprId) {
        let Some(callee) = self.callee(call) else { return };
        summary.reads.absorb(&callee.reads);
        summary.writes.absorb(&callee.writes);
        summary.knows_addresses |= callee.knows_addresses;
        let mut effects = Effects::default();
        self.add_memory(call, &mut effects);
        summary.add(&self.numbering, &body.fresh, &effects);
    }

    fn arguments(&self, call: ExprId) -> &'a [ExprId] {
        match &self.unit.exprs[call].kind {
            ExprKind::Call { arguments, .. } => arguments,
            _ => &[],
        }
    }

    fn callee(&self, call: ExprId) -> Option<&Summary> {
        match &self.unit.exprs[call].kind {
            ExprKind::Call { callee: Callee::Direct(it), .. } => self.all.get(it.index()),
            ExprKind::Call { arguments, .. } => self.by_pointer.get(arguments.len()),
            _ => None,
        }
    }

    /// What a call accesses after its arguments are evaluated.
    pub(super) fn call_effects(&self, call: ExprId) -> Effects {
        let mut effects = Effects::default();
        let Some(callee) = self.callee(call) else { return effects };
        let span = self.unit.exprs[call].span;
        let accesses = |set| self.numbering.of(set).map(|it| (Target::Variable(it), span));
        effects.reads_of_calls = accesses(&callee.reads).collect();
        effects.writes_of_calls = accesses(&callee.writes).collect();
        self.add_memory(call, &mut effects);
        effects
    }

    /// What a call accesses through pointers.
    fn add_memory(&self, call: ExprId, effects: &mut Effects) {
        let Some(callee) = self.callee(call) else { return };
        let span = self.unit.exprs[call].span;
        let arguments = self.arguments(call);
        let anywhere = callee.knows_addresses.then_some(Target::Behind(None));
        if callee.reads_behind {
            effects.read_by_call(anywhere, span);
            arguments.iter().for_each(|it| effects.read_by_call(self.reached(*it), span));
        }
        if callee.writes_behind {
            effects.written_by_call(anywhere, span);
            arguments.iter().for_each(|it| effects.written_by_call(self.reached(*it), span));
        }
        if let ExprKind::Call { callee: Callee::Direct(function), .. } = self.unit.exprs[call].kind
            && self.is_modelled_without_body(function)
        {
            let parameters = self.parameters(function);
            for (position, &it) in arguments.iter().enumerate() {
                if !holds_pointers(self.unit, self.unit.exprs[it].ty) {
                    continue;
                }
                // These follow no pointers in what they are given.
                effects.read_by_call(pointee(self.unit, it), span);
                if !parameters.get(position).is_some_and(|it| self.is_const(*it)) {
                    effects.written_by_call(pointee(self.unit, it), span);
                }
            }
        }
    }

    /// What a function may access by an argument: what it points to, and whatever that leads to.
    fn reached(&self, argument: ExprId) -> Option<Target> {
        let unit = self.unit;
        if !holds_pointers(unit, unit.exprs[argument].ty) {
            return None;
        }
        if !matches!(unit.types.get(unit.exprs[argument].ty), Type::Pointer(_)) {
            return Some(Target::Behind(None));
        }
        match pointee(unit, argument) {
            Some(Target::Variable(it)) if holds_pointers(unit, unit.variables[it].ty.id) => {
                Some(Target::Behind(None))
            }
            Some(Target::Behind(Some(it))) if leads_on(unit, unit.variables[it].ty.id) => {
                Some(Target::Behind(None))
            }
            found => found,
        }
    }

    /// Functions of the library that lowering knows. Input changes nothing, and that other functions without a body change nothing is an
    /// assumption of its own.
    fn is_modelled_without_body(&self, function: FunctionId) -> bool {
        let function = &self.unit.functions[function];
        let name = library::plain(&function.name);
        function.body.is_none() && !is_input(name) && support(name) == Some(Support::Honoured)
    }

    fn parameters(&self, function: FunctionId) -> Vec<TypeId> {
        match self.unit.types.get(self.unit.functions[function].ty) {
            Type::Function(it) => it.parameters.clone(),
            _ => Vec::new(),
        }
    }

    fn is_const(&self, parameter: TypeId) -> bool {
        match self.unit.types.get(parameter) {
            Type::Pointer(pointee) => pointee.qualifiers.constant,
            _ => false,
        }
    }
}

impl Summary {
    fn add(&mut self, numbering: &Numbering, fresh: &BTreeSet<VarId>, effects: &Effects) {
        let is_foreign = |it: Option<VarId>| it.is_none_or(|it| !fresh.contains(&it));
        for target in effects.all_reads() {
            match target {
                Target::Variable(it) => self.reads.insert(numbering, it),
                Target::Behind(it) => self.reads_behind |= is_foreign(it),
            }
        }
        for target in effects.all_writes() {
            match target {
                Target::Variable(it) => self.writes.insert(numbering, it),
                Target::Behind(it) => self.writes_behind |= is_foreign(it),
            }
        }
    }

    fn absorb(&mut self, other: &Self) {
        self.reads.absorb(&other.reads);
        self.writes.absorb(&other.writes);
        self.reads_behind |= other.reads_behind;
        self.writes_behind |= other.writes_behind;
        self.knows_addresses |= other.knows_addresses;
    }
}

/// Whether a variable outlives calls. The number of the last error does not count: nearly all of the library writes it, and hardly anybody
/// reads it beside a call.
fn is_static(unit: &Unit, variable: VarId) -> bool {
    let variable = &unit.variables[variable];
    let is_errno =
        variable.storage == Storage::Thread && unit.library.contains(&variable.span.file);
    let is_text = variable.origin == Origin::StringLiteral;
    matches!(variable.storage, Storage::Static | Storage::Thread) && !is_errno && !is_text
}

/// The functions that something points to.
fn pointed_to(unit: &Unit) -> Vec<FunctionId> {
    let functions = unit.exprs.values().filter_map(|it| match it.kind {
        ExprKind::Function(it) => Some(it),
        _ => None,
    });
    functions.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The variables of a function that only ever point to what the function made itself, so that nobody else looks at it yet.
fn fresh(unit: &Unit, function: FunctionId, nodes: &[ExprId]) -> BTreeSet<VarId> {
    let mut fresh = BTreeSet::new();
    let mut foreign = BTreeSet::new();
    let mut assign = |variable: VarId, value: ExprId| {
        if is_made_here(unit, value) {
            fresh.insert(variable)
        } else {
            foreign.insert(variable)
        };
    };
    for &node in nodes {
        match unit.exprs[node].kind {
            ExprKind::Assign { place, value } => {
                if let PlaceKind::Variable(it) = unit.places[place].kind {
                    assign(it, value);
                }
            }
            ExprKind::Let { variable, value, .. } => assign(variable, value),
            _ => {}
        }
    }
    for (variable, initialiser) in declared(unit, function) {
        for value in initialiser.values() {
            assign(variable, value);
        }
    }
    let is_kept = |it: &VarId| {
        let variable = &unit.variables[*it];
        variable.storage == Storage::Automatic && !variable.address_taken && !foreign.contains(it)
    };
    fresh.into_iter().filter(is_kept).collect()
}

/// Whether what a pointer of this type points to may hold pointers itself.
fn leads_on(unit: &Unit, ty: TypeId) -> bool {
    match unit.types.get(ty) {
        Type::Pointer(pointee) => {
            matches!(unit.types.get(pointee.id), Type::Void) || holds_pointers(unit, pointee.id)
        }
        _ => true,
    }
}

fn is_made_here(unit: &Unit, value: ExprId) -> bool {
    let mut current = value;
    loop {
        match unit.exprs[current].kind {
            ExprKind::Convert(_, it) => current = it,
            ExprKind::Null => return true,
            ExprKind::Call { callee: Callee::Direct(it), .. } => {
                return matches!(
                    unit.functions[it].name.as_str(),
                    "malloc" | "calloc" | "alloca" | "aligned_alloc"
                );
            }
            _ => return false,
        }
    }
}
