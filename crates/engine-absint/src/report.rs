//! What an analysis has found out, as plain data.

pub mod said;

use crate::fixpoint::Analysis;
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::value::Value;
use crate::transfer::eval::View;
use crate::transfer::relate::relations;
use crate::transfer::step::Stepper;
use std::collections::BTreeMap;
use tribunal_base::graph::Element;
use tribunal_base::{Id as _, Kleene, Span};
use tribunal_domains::pointer::{Key, Pointers, Target};
use tribunal_domains::{Lattice as _, Number, Numeric as _, lattice::limits};
use tribunal_engine::{Fact, Relation, Sum};
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{
    Action, EdgeId, Guard, LocId, ObjectId, Place, Program, PropId, Storage, Ty, VarId,
};

/// What is known of a program.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// Which locations a run may come to.
    pub reached: Vec<bool>,
    /// What is known of scalar variables at each location that may be reached: those of which something is known.
    pub known: BTreeMap<LocId, Vec<Known>>,
    /// How variables are related at each of these locations, as far as the settings ask for it.
    pub relations: BTreeMap<LocId, Vec<Relation>>,
    /// What is known of memory at each of them: of static objects, and of the last one of each allocation.
    pub objects: BTreeMap<LocId, Vec<KnownObject>>,
    /// The allocations that no run has passed before it comes to each of them.
    pub absent: BTreeMap<LocId, Vec<ObjectId>>,
    /// The edges that violate a property and may be taken, in the program's order.
    pub alarms: Vec<Alarm>,
    /// What is known at the heads of loops, for other engines.
    pub facts: Vec<Fact>,
    /// What was known at the heads of loops, round by round, if the settings ask for it.
    pub rounds: Vec<Round>,
    /// Whether a run may come to an end, or go on for ever.
    pub ends: bool,
    /// How many edges were followed.
    pub steps: u64,
}

/// What was known at the head of a loop when it was passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The head.
    pub head: LocId,
    /// How often it was passed, from 1. A loop that is analysed anew is counted anew.
    pub number: u32,
    /// What was known of variables.
    pub known: Vec<Known>,
}

/// What is known of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The variable.
    pub var: VarId,
    /// The numbers that it may be; `None` for a pointer or a float.
    pub numbers: Option<Number>,
    /// What it may point to; `None` if it is not a pointer.
    pub pointers: Option<Pointers>,
    /// The same for people.
    pub text: String,
}

/// What is known of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownObject {
    /// What it is made from.
    pub object: ObjectId,
    /// Whether it is certainly alive.
    pub is_alive: bool,
    /// How many bytes it may have.
    pub size: Number,
    /// The scalars of which something is known.
    pub cells: Vec<KnownCell>,
}

/// What is known of a scalar in an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCell {
    /// Where it starts.
    pub offset: u64,
    /// Its type.
    pub ty: Ty,
    /// The numbers that it may be; `None` for a pointer or a float.
    pub numbers: Option<Number>,
    /// What it may point to; `None` if it is not a pointer.
    pub pointers: Option<Pointers>,
    /// The same for people.
    pub text: String,
}

impl Known {
    /// What is known of a variable of which one of two things is known; `None` if that is nothing.
    #[must_use]
    pub fn or(&self, program: &Program, other: &Self) -> Option<Self> {
        if self == other {
            return Some(self.clone());
        }
        let ty = program.tys[program.vars[self.var].ty];
        let both = Value::Number(self.numbers.as_ref()?.join(other.numbers.as_ref()?));
        let text = describe(program, ty, &both);
        let is_known = both != Value::top(program, ty);
        is_known.then(|| Self { numbers: both.number().cloned(), text, ..self.clone() })
    }
}

/// A violation that cannot be ruled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The property.
    pub property: PropId,
    /// The edge.
    pub edge: EdgeId,
    /// The statement.
    pub span: Span,
    /// What is known of the variables that decide about it.
    pub values: Vec<(String, String)>,
}

/// How much is told: what is known at every location takes memory for each variable at each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Facts at the heads of loops.
    Heads,
    /// What is known of variables at every location, and how they are related, too.
    Variables,
    /// What is known of memory there, too.
    Everything,
}

/// Everything that an analysis has found out.
pub(crate) fn invariants(
    analysis: &mut Analysis<'_>,
    detail: impl FnOnce(&BTreeMap<EdgeId, Alarm>) -> Detail,
) -> Invariants {
    let layout = analysis.layout;
    let program = layout.program;
    let joined = joined(analysis);
    let mut heads = vec![false; program.locs.len()];
    let mut alarms: BTreeMap<EdgeId, Alarm> = BTreeMap::new();
    for id in 0..analysis.instances.len() {
        let graph = analysis.graph(analysis.instances[id].process);
        mark_heads(&graph.order, &mut |head| heads[graph.locations[head].index()] = true);
        for (position, location) in graph.locations.iter().enumerate() {
            let Some(state) = analysis.instances[id].states[position].clone() else { continue };
            let stepper = Stepper { layout, shared: analysis.shared.as_mut() };
            for &edge in &program.locs[*location].out {
                let Some(violation) = &program.edges[edge].violates else { continue };
                if !alarms.contains_key(&edge) && stepper.enabled(&state, edge).is_some() {
                    let span = program.edges[edge].span;
                    let values = causes(program, stepper.view(&state), edge);
                    let property = violation.property;
                    alarms.insert(edge, Alarm { property, edge, span, values });
                }
            }
        }
    }
    let detail = detail(&alarms);
    let round = |(head, number, state): &(LocId, u32, State)| Round {
        head: *head,
        number: *number,
        known: known(layout, state),
    };
    let mut found = Invariants {
        rounds: analysis.rounds.iter().map(round).collect(),
        reached: joined.iter().map(Option::is_some).collect(),
        alarms: alarms.into_values().collect(),
        steps: analysis.steps(),
        ..Invariants::default()
    };
    let scalars = match detail {
        Detail::Everything => scalars(&joined),
        Detail::Heads | Detail::Variables => Scalars::new(),
    };
    for location in program.locs.ids() {
        let Some(state) = &joined[location.index()] else { continue };
        found.ends |= is_end(program, location) || heads[location.index()];
        let is_head = heads[location.index()];
        if !is_head && detail == Detail::Heads {
            continue;
        }
        let known = known(layout, state);
        if is_head {
            found.facts.extend(known.iter().flat_map(|it| facts(program, location, it)));
            let fact = |holds| Fact::Invariant { location, holds };
            found.facts.extend(relations(layout, location, state).into_iter().map(fact));
        }
        if Detail::Variables <= detail {
            found.known.insert(location, known);
            found.relations.insert(location, equated(relations(layout, location, state)));
        }
        if detail == Detail::Everything {
            found.objects.insert(location, objects(program, state, &scalars));
            found.absent.insert(location, absent(program, state));
        }
    }
    found
}

/// Whether a run may end at a location.
fn is_end(program: &Program, location: LocId) -> bool {
    let out = &program.locs[location].out;
    let exits = |it: &EdgeId| program.edges[*it].actions.contains(&Action::Exit);
    out.is_empty() || out.iter().any(exits)
}

/// What is known at each location, whatever the calls that lead there.
pub(crate) fn joined(analysis: &mut Analysis<'_>) -> Vec<Option<State>> {
    let layout = analysis.layout;
    let mut joined: Vec<Option<State>> = vec![None; layout.program.locs.len()];
    for id in 0..analysis.instances.len() {
        let graph = analysis.graph(analysis.instances[id].process);
        for (location, state) in graph.locations.iter().zip(&analysis.instances[id].states) {
            let Some(state) = state else { continue };
            let all = &mut joined[location.index()];
            *all = Some(match all.take() {
                None => state.clone(),
                Some(other) => other.join(layout, state),
            });
        }
    }
    joined
}

fn mark_heads(order: &[Element], mark: &mut dyn FnMut(usize)) {
    for element in order {
        if let Element::Component { head, body, .. } = element {
            mark(*head);
            mark_heads(body, mark);
        }
    }
}

/// What is known of scalar variables in a state.
fn known(layout: &Layout<'_>, state: &State) -> Vec<Known> {
    let program = layout.program;
    let mut found = Vec::new();
    let mut add = |cell: u32, value: &Value| {
        let var = layout.owner(cell);
        let ty = layout.cell_ty(cell);
        if layout.scalar(var).is_some() && *value != Value::top(program, ty) {
            let (numbers, pointers) = parts(ty, value);
            found.push(Known { var, numbers, pointers, text: describe(program, ty, value) });
        }
    };
    state.globals.for_each(&mut |cell, value| add(cell, value));
    state.locals.for_each(&mut |cell, value| add(cell, value));
    found
}

/// The numbers that a value may be, unless it is a float, or the pointers.
fn parts(ty: Ty, value: &Value) -> (Option<Number>, Option<Pointers>) {
    let numbers = value.number().filter(|_| !matches!(ty, Ty::Float(_))).cloned();
    (numbers, value.pointers().cloned())
}

/// The scalars of each object, by offset, that something is known of somewhere.
type Scalars = BTreeMap<Key, BTreeMap<u64, Ty>>;

fn scalars(states: &[Option<State>]) -> Scalars {
    let mut found = Scalars::new();
    for state in states.iter().flatten() {
        state.objects.for_each(&mut |key, object| {
            let own = found.entry(Key(key)).or_default();
            own.extend(object.scalars());
        });
    }
    found
}

/// What is known of objects that are one.
fn objects(program: &Program, state: &State, scalars: &Scalars) -> Vec<KnownObject> {
    let mut found = Vec::new();
    state.objects.for_each(&mut |key, object| {
        let key = Key(key);
        if !key.is_single() {
            return;
        }
        let cell = |(offset, ty): (&u64, &Ty)| {
            let (offset, ty) = (*offset, *ty);
            let value = object.load(program, &Number::constant(offset.into()), ty)?;
            let (numbers, pointers) = parts(ty, &value);
            let text = describe(program, ty, &value);
            let is_known = value != Value::top(program, ty);
            is_known.then_some(KnownCell { offset, ty, numbers, pointers, text })
        };
        found.push(KnownObject {
            object: key.declaration(),
            is_alive: object.alive == Kleene::True,
            size: object.size.clone(),
            cells: scalars.get(&key).into_iter().flatten().filter_map(cell).collect(),
        });
    });
    found
}

/// The allocations of which there is no object.
fn absent(program: &Program, state: &State) -> Vec<ObjectId> {
    let is_absent = |(id, it): &(ObjectId, &tribunal_ir::Object)| {
        it.storage != Storage::Static && state.object(Key::single(*id)).is_none()
    };
    match state.has_others {
        true => Vec::new(),
        false => program.objects.iter().filter(is_absent).map(|it| it.0).collect(),
    }
}

/// Sums that are neither above nor below zero are zero.
fn equated(relations: Vec<Relation>) -> Vec<Relation> {
    let opposite = |it: &Relation| match it {
        Relation::AtMostZero(sum) => Some(Relation::AtMostZero(Sum {
            terms: sum.terms.iter().map(|(factor, var)| (-factor, *var)).collect(),
            constant: -sum.constant,
        })),
        _ => None,
    };
    let mut found: Vec<Relation> = Vec::new();
    for relation in &relations {
        match (relation, opposite(relation)) {
            (Relation::AtMostZero(sum), Some(other)) if relations.contains(&other) => {
                let is_first = sum.terms.first().is_some_and(|it| 0 < it.0);
                found.extend(is_first.then(|| Relation::Zero(sum.clone())));
            }
            _ => found.push(relation.clone()),
        }
    }
    found
}

/// A value for people.
fn describe(program: &Program, ty: Ty, value: &Value) -> String {
    match (value, ty) {
        (Value::Number(number), Ty::Enum(id)) => {
            let name = |value: i128| {
                let found = program.enums[id].variants.iter().find(|it| it.1 == value);
                found.map(|it| it.0.clone())
            };
            number.single().and_then(name).unwrap_or_else(|| number.to_string())
        }
        (Value::Number(number), Ty::Bool) => match number.single() {
            Some(0) => "false".to_owned(),
            Some(_) => "true".to_owned(),
            None => number.to_string(),
        },
        (Value::Number(number), Ty::Float(shape)) => {
            crate::transfer::float::describe(shape, number).unwrap_or_else(|| "a float".to_owned())
        }
        (Value::Number(number), _) => number.to_string(),
        (Value::Pointer(pointers), _) => describe_pointers(program, pointers),
    }
}

fn describe_pointers(program: &Program, pointers: &Pointers) -> String {
    let Some(targets) = pointers.targets() else { return "anywhere".to_owned() };
    let one = |(target, offset): &(Target, Number)| match target {
        Target::Nothing if offset.single() == Some(0) => "null".to_owned(),
        Target::Nothing => format!("the address {offset}"),
        Target::Function(function) => format!("&{}", program.procs[*function].name),
        Target::Object(key) => {
            let name = &program.objects[key.declaration()].name;
            let older = if key.is_single() { "" } else { "an older " };
            match offset.single() {
                Some(0) => format!("{older}&{name}"),
                _ => format!("{older}&{name} + {offset}"),
            }
        }
    };
    targets.iter().map(one).collect::<Vec<_>>().join(" or ")
}

/// What is known of the variables that decide whether an edge is taken.
fn causes(program: &Program, view: View<'_>, edge: EdgeId) -> Vec<(String, String)> {
    let mut vars = Vec::new();
    let mut walk = Walk::new(program, |used| {
        if let Use::Read(place) = used
            && let (Root::Own(var), Place::Var(_)) = (program.root(place), program.places[place])
            && !vars.contains(&var)
        {
            vars.push(var);
        }
    });
    if let Guard::When(condition) = program.edges[edge].guard {
        walk.expr(condition);
    }
    let value = |var: VarId| {
        let cell = view.layout.scalar(var)?;
        let name = &program.vars[var].name;
        // Variables of the translation have no names.
        let is_named = !name.starts_with(['%', '&']);
        let text = describe(program, view.layout.cell_ty(cell), &view.cell(cell));
        is_named.then(|| (name.clone(), text))
    };
    vars.into_iter().filter_map(value).collect()
}

/// What is known of a variable, as facts.
fn facts(program: &Program, location: LocId, known: &Known) -> Vec<Fact> {
    let var = known.var;
    let ty = program.vars[var].ty;
    let mut relations = Vec::new();
    let sum = |factor: i128, constant: i128| Sum { terms: vec![(factor, var)], constant };
    match (&known.numbers, program.shape(ty)) {
        // What is kept is not what is meant (`IntShape::wrap`).
        (Some(_), Some(shape)) if shape.bits > 64 => {}
        (Some(numbers), Some(shape)) => {
            let hull = numbers.hull();
            let (lo, hi) = limits(shape);
            if let Some(value) = numbers.single() {
                relations.push(Relation::Zero(sum(1, -value)));
            } else {
                if lo < hull.lo {
                    relations.push(Relation::AtMostZero(sum(-1, hull.lo)));
                }
                if hull.hi < hi {
                    relations.push(Relation::AtMostZero(sum(1, -hull.hi)));
                }
                let (of, remainder) =
                    (numbers.congruence().modulus(), numbers.congruence().remainder());
                if of > 1 {
                    relations.push(Relation::Multiple { of, sum: sum(1, -remainder) });
                }
            }
        }
        _ => {}
    }
    if known.pointers.as_ref().is_some_and(|it| it.only_null().is_none()) {
        relations.push(Relation::NotNull(var));
    }
    relations.into_iter().map(|holds| Fact::Invariant { location, holds }).collect()
}
