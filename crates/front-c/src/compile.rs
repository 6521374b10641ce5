//! From the files of a program to the program representation.

use std::collections::BTreeSet;
use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};

use tribunal_ir::{Assumption, AssumptionKind, Program};
use tribunal_preprocess::Files;

use crate::ast;
use crate::entry;
use crate::file_local;
use crate::hir::{self, Function, Linkage, Target};
use crate::library::{self, providing};
use crate::lower::{Choices, LoopContracts, lower_recording};
use crate::observe::{Harness, Misfit, Observation, Observed, Plan, explained};
use crate::options::Options;
use crate::order;
use crate::parse;
use crate::scope::{Names, Scope};
use crate::sema::{Analysed, analyse_observed};
use crate::stack::with_deep_stack;
use crate::support::{Support, functions};
use crate::syntax::parse_with_harness;

/// What became of a program.
#[derive(Debug)]
pub struct Compiled {
    /// The program, unless there are errors.
    pub program: Option<Program>,
    /// What its names mean.
    pub scope: Option<Scope>,
    /// How it tells what is observed, if something is.
    pub observed: Option<Observed>,
    /// What is wrong with it, and what else is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles the files of a program, with what it needs of the library.
pub fn compile(
    sources: &mut Sources,
    files: &[FileId],
    disk: &dyn Files,
    options: &Options,
    entry: &str,
    choices: &Choices,
) -> Compiled {
    compile_observed(sources, files, disk, options, entry, choices, None)
}

/// The same, where a run tells something of itself, and a harness stands behind the first file.
pub fn compile_observed(
    sources: &mut Sources,
    files: &[FileId],
    disk: &dyn Files,
    options: &Options,
    entry: &str,
    choices: &Choices,
    observed: Option<(&Observation, &Harness)>,
) -> Compiled {
    let mut diagnostics = Vec::new();
    let mut units = Vec::new();
    let mut plans = Vec::new();
    let mut first = None;
    let harness = observed.map(|it| (sources.add("<harness>", it.1.text().to_owned()), it.1));
    for (number, file) in files.iter().enumerate() {
        let behind = harness.map(|it| it.0).filter(|_| number == 0);
        let (mut unit, mut preprocessed) =
            parse_with_harness(sources, *file, behind, disk, options);
        diagnostics.append(&mut preprocessed.diagnostics);
        if let Some((observation, _)) = observed {
            let (plan, found) = observation.plan(sources, &mut unit, &preprocessed);
            plans.push(plan);
            diagnostics.extend(found);
        }
        units.push(unit);
        first.get_or_insert(preprocessed);
    }
    let target = Target { model: options.data_model, entry: entry.to_owned() };
    let Linked { unit, names, observed: variables, mut misfits, diagnostics: found, modelled } =
        link(sources, disk, options, units, &target, &plans);
    diagnostics.extend(found);
    if let Some(plan) = plans.first() {
        let all = misfits.iter_mut().flat_map(|it| &mut it.diagnostics);
        for it in diagnostics.iter_mut().chain(all) {
            *it = explained(it.clone(), plan, harness);
        }
    }
    for name in &choices.replaced {
        let has_contract = |it: &Function| it.name == *name && it.contract.is_some();
        if !unit.functions.values().any(has_contract) {
            let start = Span::new(files.first().copied().unwrap_or(FileId(0)), 0, 0);
            let message = format!("`{name}` has no contract to stand for its calls");
            let hint =
                "write `__CPROVER_requires(…)` and `__CPROVER_ensures(…)` behind its declaration";
            diagnostics.push(Diagnostic::error("no-contract", start, message).help(hint));
        }
    }
    if choices.loops == LoopContracts::Ignored {
        diagnostics.extend(unused_contracts(&unit));
    }
    let is_broken = |it: &[Diagnostic]| it.iter().any(|it| it.severity == Severity::Error);
    if unit.entry.is_none() && !is_broken(&diagnostics) {
        diagnostics.push(entry::missing(&unit, sources, files, entry));
    }
    let Some(first) = first.filter(|_| !is_broken(&diagnostics)) else {
        return Compiled { program: None, scope: None, observed: None, diagnostics };
    };
    let (mut program, finished) = with_deep_stack(|| lower_recording(&unit, choices));
    program.assumptions.extend(modelled);
    let mut variables = variables.into_iter().map(|it| finished.variable(&mut program, it));
    let observed = variables.next().zip(observed).map(|(node, (observation, _))| Observed {
        node,
        atoms: variables.by_ref().take(observation.atoms.len()).collect(),
        misfits,
    });
    let scope = Scope::new(unit, names, first, finished, choices);
    Compiled { program: Some(program), scope: Some(scope), observed, diagnostics }
}

/// Says which contracts of loops are not used.
fn unused_contracts(unit: &hir::Unit) -> Vec<Diagnostic> {
    let span = |it: &hir::Stmt| match &it.kind {
        hir::StmtKind::Contracted { contract, .. } => Some(contract.span),
        _ => None,
    };
    let warning = |span: Span| {
        let message = "the contract of this loop is not used";
        let hint = "with --apply-loop-contracts it is checked, and stands for the loop";
        Diagnostic::warning("loop-contract", span, message).help(hint)
    };
    unit.stmts.values().filter_map(span).map(warning).collect()
}

/// A program with what it needs of the library.
pub(crate) struct Linked {
    pub(crate) unit: hir::Unit,
    /// What names mean at the end of the first file.
    pub(crate) names: Names,
    /// The variables of the observer, if there is one.
    pub(crate) observed: Vec<hir::VarId>,
    pub(crate) misfits: Vec<Misfit>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// That it rests on the library as we know it.
    pub(crate) modelled: Option<Assumption>,
}

/// Checks the files of a program, and adds parts of the library as long as something is missing.
pub(crate) fn link(
    sources: &mut Sources,
    disk: &dyn Files,
    options: &Options,
    mut units: Vec<ast::Unit>,
    target: &Target,
    plans: &[Plan<'_>],
) -> Linked {
    let mut parts: Vec<(&str, FileId)> = Vec::new();
    let mut modelled: BTreeSet<String> = BTreeSet::new();
    let mut inside = None;
    loop {
        let Analysed { mut unit, names, observed, misfits, diagnostics: mut found } =
            analyse_observed(&units, target, plans);
        file_local::resolve(&mut unit, sources);
        entry::resolve(&mut unit, sources, &target.entry);
        let missing =
            |it: &Function| it.body.is_none() && it.used && it.linkage == Linkage::External;
        let needed: Vec<_> = unit
            .functions
            .values()
            .filter(|it| missing(it))
            .filter_map(|it| Some((it.name.clone(), providing(&it.name)?)))
            .collect();
        let known = needed.iter().map(|(name, _)| library::plain(name));
        let known = known.filter(|it| !it.starts_with(library::OURS));
        modelled.extend(known.map(|it| format!("`{it}`")));
        let variables = unit.variables.values().filter(|it| {
            it.state == hir::VariableState::Declared && it.linkage == Linkage::External
        });
        let variables = variables.filter_map(|it| library::providing_variable(&it.name));
        let is_used = unit.places.values().any(|it| is_stream(&unit, it));
        let new = needed
            .into_iter()
            .map(|it| it.1)
            .chain(variables.filter(|_| is_used))
            .find(|it| !parts.iter().any(|(path, _)| *path == it.path));
        if let Some(part) = new {
            let file = sources.add(part.path, part.text.to_owned());
            parts.push((part.path, file));
            let inside = inside.get_or_insert_with(|| inside_the_library(&unit, options));
            let (unit, _) = parse(sources, file, disk, inside);
            units.push(unit);
            continue;
        }
        unit.library = parts.iter().map(|(_, file)| *file).collect();
        if !found.iter().any(|it| it.severity == Severity::Error) {
            order::note(&mut unit, &mut found);
        }
        // A program need not please the library.
        let own = found
            .into_iter()
            .filter(|it| !parts.iter().any(|(_, file)| it.primary.span.file == *file));
        let modelled = (!modelled.is_empty()).then(|| {
            let names: Vec<String> = modelled.into_iter().collect();
            let what = format!("of the library, by our own models: {}", names.join(", "));
            Assumption { kind: AssumptionKind::Model, what, span: None }
        });
        let symbols = units.into_iter().next().map(|it| it.symbols).unwrap_or_default();
        let names = Names { symbols, scopes: names };
        let diagnostics = own.collect();
        return Linked { unit, names, observed, misfits, diagnostics, modelled };
    }
}

/// Whether a place is a variable that the library defines.
fn is_stream(unit: &hir::Unit, place: &hir::Place) -> bool {
    let hir::PlaceKind::Variable(id) = place.kind else { return false };
    library::providing_variable(&unit.variables[id].name).is_some()
}

/// How files of the library are read. Where a program defines what the library has, too, the library uses its own under another name, as a
/// linker sees to it; but who defines `malloc` defines it for the library as well.
fn inside_the_library(program: &hir::Unit, options: &Options) -> Options {
    let is_external = |it: &Linkage| *it == Linkage::External;
    let functions = program.functions.values().filter(|it| it.body.is_some());
    let functions = functions.filter(|it| is_external(&it.linkage)).map(|it| &it.name);
    let variables = program.variables.values().filter(|it| is_external(&it.linkage));
    let names = functions.chain(variables.map(|it| &it.name));
    let taken = names.filter(|it| {
        let is_of_the_library = functions::support(it) == Some(Support::Honoured);
        is_of_the_library && !functions::modelled::HEAP.contains(&it.as_str())
    });
    Options {
        data_model: options.data_model,
        defines: taken.map(|it| (it.clone(), format!("{}{it}", library::PREFIX))).collect(),
        include: Vec::new(),
    }
}
