//! Scopes: which variable a name means.
//!
//! Braces open a scope, the options of `if` and `do` do not; a name means the innermost variable declared before.

use rustc_hash::FxHashMap;
use tribunal_ir::VarId;

/// The scopes around the place being read, the global one first.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    globals: FxHashMap<String, VarId>,
    locals: Vec<Scope>,
    opened: u32,
}

#[derive(Debug)]
struct Scope {
    names: FxHashMap<String, VarId>,
    id: u32,
}

/// Where a label or goto stands: the scopes of its process around it, outermost first.
pub(super) type ScopePath = Vec<u32>;

impl Scopes {
    pub(super) fn open(&mut self) {
        self.opened += 1;
        self.locals.push(Scope { names: FxHashMap::default(), id: self.opened });
    }

    pub(super) fn close(&mut self) {
        self.locals.pop();
    }

    pub(super) fn path(&self) -> ScopePath {
        self.locals.iter().map(|it| it.id).collect()
    }

    /// All names of variables that can be mentioned, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let locals = self.locals.iter().flat_map(|it| it.names.keys());
        self.globals.keys().chain(locals).map(String::as_str)
    }

    /// The variable that a name means here.
    pub(super) fn find(&self, name: &str) -> Option<VarId> {
        self.locals
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(name))
            .or_else(|| self.globals.get(name))
            .copied()
    }

    /// Declares a variable in the innermost scope; the variable it clashes with, if there is one.
    pub(super) fn declare(&mut self, name: &str, var: VarId) -> Option<VarId> {
        let names = match self.locals.last_mut() {
            Some(scope) => &mut scope.names,
            None => &mut self.globals,
        };
        names.insert(name.to_owned(), var)
    }
}
