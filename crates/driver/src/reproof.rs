//! What abstract interpretation says of each location, proved again by somebody else.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tribunal_certify::{Unproved, reprove};
use tribunal_engine::{Content, Said, Statement};
use tribunal_engine_absint::said::{cell, values, variable};
use tribunal_engine_absint::{Invariants, Known, KnownCell, KnownObject};
use tribunal_exec::describe::part_name;
use tribunal_ir::{LocId, Program, Storage};
use tribunal_report::invariants::{Doubt, Kind, Proved, relation};

use tribunal_portfolio::crash::guarded;
use tribunal_portfolio::limits::{Limits, Spectator, Watch};

/// A statement, with what it is called and what kind it is of.
struct Told {
    kind: Kind,
    text: String,
    /// `None` if it cannot be handed on.
    statement: Option<Statement>,
}

/// Proves again what is known.
///
/// # Errors
/// If nothing could be proved; with the reason.
pub(crate) fn proved(
    program: &Program,
    found: &Invariants,
    limits: &Limits,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Proved, String> {
    let all: BTreeMap<LocId, Vec<Told>> =
        found.known.keys().map(|at| (*at, told(program, found, *at))).collect();
    let handed = |all: &Vec<Told>| all.iter().filter_map(|it| it.statement.clone()).collect();
    let said: Said = all.iter().map(|(at, all)| (*at, handed(all))).collect();
    let mut watch = Watch::start(limits, cancelled, spectator);
    let mut go_on = || watch.verdict().is_ok();
    let unproved = guarded(|| reprove(program, &said, &mut go_on))?;
    watch.done();
    let unproved = unproved.map_err(|it| it.to_string())?;
    let mut proved = Proved::default();
    for it in all.values().flatten() {
        *proved.said.entry(it.kind).or_default() += 1;
    }
    let is_unreached = |it: &LocId| !found.known.contains_key(it);
    let unreached = program.locs.ids().filter(is_unreached).count();
    proved.said.insert(Kind::Unreached, unreached);
    for (at, all) in &all {
        for it in all.iter().filter(|it| it.statement.is_none()) {
            let why = "is about what this check does not follow".to_owned();
            proved.doubts.push(Doubt { kind: it.kind, location: *at, what: it.text.clone(), why });
        }
    }
    for Unproved { location, statement, why, .. } in unproved {
        let of = statement
            .zip(all.get(&location))
            .and_then(|(number, all)| all.iter().filter(|it| it.statement.is_some()).nth(number));
        let (kind, what) = match of {
            Some(it) => (it.kind, it.text.clone()),
            None => (Kind::Unreached, "no run comes here".to_owned()),
        };
        proved.doubts.push(Doubt { kind, location, what, why });
    }
    proved.doubts.sort_by_key(|it| it.location);
    Ok(proved)
}

/// What is said of a location.
fn told(program: &Program, found: &Invariants, at: LocId) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for known @ Known { var, text, .. } in found.known.get(&at).into_iter().flatten() {
        let text = format!("{}: {text}", program.vars[*var].name);
        let statement = variable(known);
        all.push(Told { kind: Kind::Variable, text, statement });
    }
    for it in found.relations.get(&at).into_iter().flatten() {
        let (kind, text) = (Kind::Relation, relation(program, it));
        all.push(Told { kind, text, statement: Some(Statement::Related(it.clone())) });
    }
    for it in found.objects.get(&at).into_iter().flatten() {
        object(program, it, &mut all);
    }
    for it in found.absent.get(&at).into_iter().flatten() {
        let text = format!("no {} was made", program.objects[*it].name);
        let statement = Some(Statement::Memory(*it, Content::Absent));
        all.push(Told { kind: Kind::Memory, text, statement });
    }
    all
}

/// What is said of an object.
fn object(program: &Program, known: &KnownObject, all: &mut Vec<Told>) {
    let KnownObject { object, is_alive, size, cells } = known;
    let declaration = &program.objects[*object];
    let name = &declaration.name;
    let mut tell = |text: String, content: Option<Content>| {
        let statement = content.map(|it| Statement::Memory(*object, it));
        all.push(Told { kind: Kind::Memory, text, statement });
    };
    if declaration.storage != Storage::Static {
        if *is_alive {
            tell(format!("{name} is alive"), Some(Content::Alive));
        }
        tell(format!("size of {name}: {size}"), Some(Content::Size(values(size))));
    }
    for known @ KnownCell { offset, text, .. } in cells {
        let part = part_name(&declaration.layout, *offset);
        let place = part.map_or_else(|| format!("{name} + {offset}"), |it| format!("{name}{it}"));
        tell(format!("{place}: {text}"), cell(known));
    }
}
