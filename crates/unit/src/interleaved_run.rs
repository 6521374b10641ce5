//! Runs of several processes, by the reference semantics: somebody else says who moves.

use std::collections::BTreeMap;

use tribunal_engine::Chosen;
use tribunal_exec::{Instance, Script, State, Walk};
use tribunal_ir::{EdgeId, Program, VarId};

use crate::chart::Concurrent;

/// No step is longer.
const MAX_EDGES: usize = 1_000_000;

/// A run of several processes.
pub struct InterleavedRun<'a> {
    walk: Walk<'a>,
    script: Script<'a>,
    marked: &'a BTreeMap<EdgeId, u32>,
    chooser: VarId,
    /// What each process is before it starts.
    template: Instance,
    /// Those that have started.
    started: BTreeMap<usize, Instance>,
}

impl<'a> InterleavedRun<'a> {
    /// A run that has come to the mark from where on the processes differ; `None` if it does not come there.
    #[must_use]
    pub fn start(
        program: &'a Program,
        marked: &'a BTreeMap<EdgeId, u32>,
        concurrent: Concurrent<'_>,
        choices: &'a [Chosen],
    ) -> Option<Self> {
        let chooser = concurrent.chooser;
        let mut walk = Walk::start(program)?;
        let mut script = Script::new(choices);
        let node = go_on(&mut walk, &mut script, marked, &mut Vec::new())?;
        let template = walk.instance();
        let started = BTreeMap::new();
        (node == concurrent.fork).then_some(Self {
            walk,
            script,
            marked,
            chooser,
            template,
            started,
        })
    }

    /// Lets a process go to its next mark, or its first; `None` if it does not come to one.
    pub fn step(&mut self, process: usize, edges: &mut Vec<EdgeId>) -> Option<u32> {
        match self.started.remove(&process) {
            Some(instance) => self.walk.enter(instance),
            None => {
                self.walk.enter(self.template.clone());
                self.walk.assign(self.chooser, process as i128);
            }
        }
        let node = go_on(&mut self.walk, &mut self.script, self.marked, edges);
        self.started.insert(process, self.walk.instance());
        node
    }

    /// Where the run is.
    #[must_use]
    pub fn state(&self) -> &State {
        self.walk.state()
    }
}

/// Takes edges up to the next mark.
fn go_on(
    walk: &mut Walk<'_>,
    script: &mut Script<'_>,
    marked: &BTreeMap<EdgeId, u32>,
    edges: &mut Vec<EdgeId>,
) -> Option<u32> {
    for _ in 0..MAX_EDGES {
        let edge = walk.next()?;
        edges.push(edge);
        walk.take(edge, script);
        if let Some(&node) = marked.get(&edge) {
            return Some(node);
        }
    }
    None
}
