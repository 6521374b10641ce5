//! The models of a folder, and what a table beside them says about their size.
//!
//! Such a table, `expected.tsv`, has tab-separated columns `model mode status states transitions …`
//! with one row for each model and mode; of interest here are the modes `raw`, the graph with nothing
//! simplified, and `por`, the graph as Spin simplifies it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use tribunal_front_promela::Dialect;
use tribunal_ir::{Overflow, PropertyKind};

use tribunal_driver::front::{FrontEnd, Promela};
use tribunal_driver::load::load;
use tribunal_driver::translation::{CTranslation, Translation};

/// A model of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its path in the folder.
    pub(crate) name: String,
    pub(crate) expected: Expected,
}

/// What a table says about a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expected {
    /// States of the plain graph.
    pub(crate) states: Option<u64>,
    /// States that Spin stores by default.
    pub(crate) reduced: Option<u64>,
    /// Spin refuses it.
    pub(crate) rejected: bool,
}

/// All models of a folder, by name.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn models(folder: &Path) -> io::Result<Vec<Model>> {
    let folder = folder.canonicalize()?;
    let mut models = Vec::new();
    let mut expected = BTreeMap::new();
    let mut open = vec![folder.clone()];
    while let Some(current) = open.pop() {
        for entry in std::fs::read_dir(&current)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().is_some_and(|it| it == "expected.tsv") {
                table(&current, &std::fs::read_to_string(&path)?, &mut expected);
            } else if is_model(&path) {
                models.push(path);
            }
        }
    }
    models.sort();
    let model = |path: PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().into_owned();
        let expected = expected.get(&path).copied().unwrap_or_default();
        Model { path, name, expected }
    };
    Ok(models.into_iter().map(model).collect())
}

/// Reads a table.
fn table(folder: &Path, text: &str, into: &mut BTreeMap<PathBuf, Expected>) {
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [model, mode, status, rest @ ..] = &columns[..] else { continue };
        let expected = into.entry(folder.join(model)).or_default();
        let states = rest.first().and_then(|it| it.parse().ok()).filter(|_| *status == "done");
        match *mode {
            "raw" => expected.states = states,
            "por" => expected.reduced = states,
            _ => {}
        }
        expected.rejected |= *status == "reject";
    }
}

/// The properties of a model, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Properties {
    /// Those that a finite run can violate.
    pub(crate) safety: Vec<String>,
    /// What Spin takes for its claim: the never claim, or else the first formula.
    pub(crate) claim: Option<String>,
}

/// The properties of the model at a path.
///
/// # Errors
/// If we refuse the model: why.
pub(crate) fn properties(path: &Path) -> Result<Properties, String> {
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    };
    let loaded = load(&path.to_string_lossy(), &translation);
    let Some(program) = loaded.program else {
        let first = loaded.diagnostics.first();
        return Err(first.map_or_else(|| "no reason".to_owned(), |it| it.message.clone()));
    };
    if let Some(missing) = program.unsupported.first() {
        return Err(format!("{} is not supported yet", missing.what));
    }
    let named = |wanted: fn(PropertyKind) -> bool| {
        let properties = program.props.values().filter(move |it| wanted(it.kind));
        properties.map(|it| it.name.clone())
    };
    let safety = |it| matches!(it, PropertyKind::Unreachable | PropertyKind::EndStates);
    let never = named(|it| matches!(it, PropertyKind::Never(_))).next();
    let formula = named(|it| matches!(it, PropertyKind::Ltl(_))).next();
    Ok(Properties { safety: named(safety).collect(), claim: never.or(formula) })
}

/// Whether the ending of a name is one of Promela.
fn is_model(path: &Path) -> bool {
    let ending = path.extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| Promela.endings().contains(&it))
}

#[cfg(test)]
mod tests {
    use super::{Expected, Model, models, properties};
    use tribunal_driver::subprocess::folder::Folder;

    #[test]
    fn models_are_found_with_what_is_expected_of_them() {
        let folder = Folder::new().expect("there should be a temporary folder");
        let root = folder.path().canonicalize().expect("it is there");
        std::fs::create_dir(root.join("a")).expect("it is empty");
        for name in ["z.pml", "a/b.prom", "a/c.h"] {
            std::fs::write(root.join(name), "active proctype P() { skip }").expect("it is ours");
        }
        let table = "model\tmode\tstatus\tstates\ttransitions\nb.prom\traw\tdone\t7\t8\n\
            b.prom\tpor\ttimeout\t\t\n";
        std::fs::write(root.join("a/expected.tsv"), table).expect("it is ours");
        let expected = Expected { states: Some(7), reduced: None, rejected: false };
        let model =
            |name: &str, expected| Model { path: root.join(name), name: name.to_owned(), expected };
        assert_eq!(
            models(&root).expect("it can be read"),
            [model("a/b.prom", expected), model("z.pml", Expected::default())]
        );
        let properties = properties(&root.join("z.pml")).expect("the model is right");
        assert!(properties.safety.contains(&"end-states".to_owned()), "{properties:?}");
        assert_eq!(properties.claim, None);
    }
}
