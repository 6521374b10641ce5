//! What shapes the translation of a file.

use tribunal_front_c::DataModel;
use tribunal_front_c::lower::Choices;
use tribunal_front_promela::Dialect;
use tribunal_ir::Overflow;

use crate::formulas::Questions;

/// What shapes a translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Macros, as if defined before the text.
    pub defines: Vec<(String, String)>,
    /// Further temporal formulas: name and text.
    pub formulas: Vec<(String, String)>,
    /// Formulas about the tree of runs.
    pub questions: Questions,
    /// Whether Spin's peculiarities are kept.
    pub dialect: Dialect,
    /// What a send to a full channel does.
    pub overflow: Overflow,
    /// What concerns C alone.
    pub c: CTranslation,
}

/// What shapes the translation of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CTranslation {
    /// Further files of the program.
    pub files: Vec<String>,
    /// Where to look for included files.
    pub include: Vec<String>,
    /// The command that preprocesses instead of us; it gets `-D`, `-I` and the path.
    pub preprocessor: Option<String>,
    /// The sizes of the basic types.
    pub data_model: DataModel,
    /// The function where the program starts.
    pub entry: String,
    /// What is looked for, and how the library behaves.
    pub choices: Choices,
}

impl Default for CTranslation {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            include: Vec::new(),
            preprocessor: None,
            data_model: DataModel::Lp64,
            entry: "main".to_owned(),
            choices: Choices::default(),
        }
    }
}

impl Translation {
    /// Names formulas that have none: `ltl-1`, `ltl-2` and so on, which no model can use.
    #[must_use]
    pub fn name_formulas(texts: &[String]) -> Vec<(String, String)> {
        (1..).zip(texts).map(|(n, text)| (format!("ltl-{n}"), text.clone())).collect()
    }
}
