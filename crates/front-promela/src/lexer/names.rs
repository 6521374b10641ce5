//! What names mean at a point of the text. Spin's grammar has different tokens for them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use tribunal_preprocess::Symbol;

use super::{Inline, Kind};

/// The names declared so far that are not plain variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) mtype_constants: HashSet<Symbol>,
    pub(crate) typedefs: HashSet<Symbol>,
    pub(crate) proctypes: HashSet<Symbol>,
    pub(crate) inlines: HashMap<Symbol, Rc<Inline>>,
    /// Labels mentioned from outside their process, whatever their process.
    pub(crate) remote_labels: BTreeSet<String>,
}

impl Names {
    pub(crate) fn kind(&self, name: Symbol) -> Kind {
        if self.typedefs.contains(&name) {
            Kind::TypeName
        } else if self.proctypes.contains(&name) {
            Kind::ProctypeName
        } else if self.inlines.contains_key(&name) {
            Kind::InlineName
        } else {
            Kind::Name
        }
    }
}
