//! Spellings by number, so that tokens are small and names compare in one step.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tribunal_base::Id;

tribunal_base::ids! {
    /// The spelling of a token; see [`Symbols`].
    Symbol = "s";
}

/// All spellings of a run; equal spellings have equal symbols.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    texts: Vec<Arc<str>>,
    known: FxHashMap<Arc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of `text`, a new one if it has none yet.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.known.get(text) {
            return symbol;
        }
        let symbol = Symbol::from_index(self.texts.len());
        let text: Arc<str> = text.into();
        self.texts.push(text.clone());
        self.known.insert(text, symbol);
        symbol
    }

    /// The symbol of `text`, if it has one.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.known.get(text).copied()
    }

    /// The spelling of a symbol of this table.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.index()]
    }
}
