//! Native code for the compiled program.
//!
//! Guards and effects become machine functions, one for each location and edge, compiled in process
//! by Cranelift: C. Fallin: *ægraphs: Acyclic E-graphs for Efficient Optimization in a Production
//! Compiler*, EGRAPHS 2023. They work on the same bytes as the interpreter (`eval`, `moves`, `step`),
//! which stays as the oracle in tests and does what has no native code: a step may be done by both in
//! turn.
//!
//! Interpreted are edges that start or end processes or set priorities, and locations and edges with
//! huge expressions or messages. In the midst of native code, sorted sends and a few expressions call
//! back.

pub(crate) mod call;
pub(crate) mod chain;
mod channel;
mod edge;
mod emit;
mod expr;
mod location;
mod memory;
mod support;
#[cfg(test)]
mod tests;

use crate::model::{ActionCode, EdgeCode, First, Model};
use crate::step::Next;
use call::{Choices, Effect};
use chain::{Chain, Plan};
use channel::Shapes;
use cranelift_codegen::ir::Endianness;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, ir};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};
use emit::Emitter;
use std::sync::Mutex;

/// The largest program, in edges. What is larger is interpreted altogether.
const MAX_EDGES: usize = 5_000;
/// The native code of a model.
pub(crate) struct Native {
    locations: Vec<Location>,
    /// What is enough for every location.
    most: Location,
    edges: Vec<Option<Effect>>,
    /// For each edge, whether its function may do a whole step.
    whole: Vec<bool>,
    /// The ways out of those functions.
    chains: Vec<Chain>,
    /// The functions that list partners at a rendezvous, by program counter; 0 for none.
    offers: Vec<usize>,
    /// Owns the memory of the functions.
    module: Mutex<Option<JITModule>>,
}

/// The native code of a location, and how many moves it writes at most: some alone, others for each
/// process.
#[derive(Clone, Copy)]
struct Location {
    choices: Option<Choices>,
    alone: usize,
    joint: usize,
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").finish_non_exhaustive()
    }
}

impl Native {
    /// Whether taking an edge alone by machine code may be a whole step to a visible state that violates
    /// nothing. It is if the chain tells so.
    pub(crate) fn is_whole(&self, edge: u32) -> bool {
        self.whole[edge as usize]
    }

    /// Compiles a model; `None` if there is no code generator for this machine, or the program is
    /// too large.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        if MAX_EDGES < model.edges.len() {
            return None;
        }
        Compiler::new(model)?.compile()
    }
}

/// What becomes of a program.
struct Compiler<'a> {
    model: &'a Model,
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
    sizes: Vec<u32>,
    shapes: Shapes,
    /// Which processes ever live: not the claims.
    alive: Vec<bool>,
    plan: Plan,
    whole: Vec<bool>,
    chains: Vec<Chain>,
}

/// The functions under way.
struct Functions {
    choices: Vec<Option<FuncId>>,
    offers: Vec<Option<FuncId>>,
    edges: Vec<Option<FuncId>>,
}

impl<'a> Compiler<'a> {
    fn new(model: &'a Model) -> Option<Self> {
        let mut flags = settings::builder();
        let verifier = if cfg!(debug_assertions) { "true" } else { "false" };
        for (flag, value) in [
            // Optimised code is hardly faster, and compiling it takes a third longer, which small models feel.
            ("opt_level", "none"),
            // The same holds for registers.
            ("regalloc_algorithm", "single_pass"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("unwind_info", "false"),
            ("enable_verifier", verifier),
        ] {
            flags.set(flag, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        if isa.pointer_bits() != 64 || isa.endianness() != Endianness::Little {
            return None;
        }
        let builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        let module = JITModule::new(builder);
        let mut compiler = Self {
            model,
            context: module.make_context(),
            module,
            builder: FunctionBuilderContext::new(),
            sizes: expr::sizes(model),
            shapes: Shapes::new(model),
            alive: alive(model),
            plan: Plan::default(),
            whole: vec![false; model.edges.len()],
            chains: vec![Chain::REST],
        };
        compiler.plan = compiler.plan();
        Some(compiler)
    }

    fn compile(mut self) -> Option<Native> {
        let model = self.model;
        let mut functions = Functions {
            choices: Vec::new(),
            offers: Vec::new(),
            edges: vec![None; model.edges.len()],
        };
        let locations = (0..).zip(&model.locations);
        for (id, location) in locations.clone() {
            functions.offers.push(if self.receives(id) && self.is_offer_supported(id) {
                Some(self.define(location.process, 6, 1, |it, params| {
                    it.offer(id, params[4], params[5]);
                })?)
            } else {
                None
            });
        }
        let all_offers =
            (0..).zip(&functions.offers).all(|(id, offer)| offer.is_some() || !self.receives(id));
        for (id, location) in locations {
            let native = self.rests(id) && self.are_choices_supported(id, all_offers);
            functions.choices.push(if native {
                Some(self.define(location.process, 5, 1, |it, params| {
                    it.choices(id, params[4]);
                })?)
            } else {
                None
            });
        }
        self.effects(&mut functions.edges)?;
        self.module.finalize_definitions().ok()?;
        Some(self.finish(&functions))
    }

    /// Whether a process may be at a location and choose there, other than in a chain.
    fn rests(&self, id: u32) -> bool {
        let location = &self.model.locations[id as usize];
        let is_entry = self.model.processes[location.process as usize].entry == id;
        self.lives(id)
            && (!location.indivisible || is_entry || self.plan.choices[id as usize].is_none())
    }

    /// Compiles the edges that processes can take, but for those that are only parts of others.
    fn effects(&mut self, edges: &mut [Option<FuncId>]) -> Option<()> {
        let model = self.model;
        let locations = (0..).zip(&model.locations).map(|(id, _)| id);
        let mut open: Vec<u32> = Vec::new();
        for location in locations.filter(|&it| self.rests(it)) {
            open.extend(model.out(location));
        }
        let mut asked = vec![false; edges.len()];
        while let Some(edge) = open.pop() {
            let is_new = !std::mem::replace(&mut asked[edge as usize], true);
            if !is_new || self.plan.effects[edge as usize].is_none() {
                continue;
            }
            let process = model.locations[model.edges[edge as usize].to as usize].process;
            let start = self.chains.len();
            let function = self.define(process, 4, 1, |it, _| it.chain(edge))?;
            edges[edge as usize] = Some(function);
            self.whole[edge as usize] = self.is_whole(edge, start);
            open.extend(self.chains[start..].iter().filter_map(|chain| match chain.next {
                Next::Edge(edge) => Some(edge),
                Next::Rest | Next::Unknown => None,
            }));
        }
        Some(())
    }

    /// Whether the function of an edge may do a whole step; its ways out are those from a number on, or else
    /// the first one.
    fn is_whole(&self, edge: u32, start: usize) -> bool {
        let EdgeCode { violates, atomic, to, .. } = self.model.edges[edge as usize];
        let rests_at_once = !self.model.locations[to as usize].indivisible;
        violates.is_none()
            && if rests_at_once {
                !atomic
            } else {
                self.chains[start..].iter().any(Chain::is_whole)
            }
    }

    /// Compiles one function; all parameters and results are words.
    fn define(
        &mut self,
        process: u32,
        params: usize,
        returns: usize,
        body: impl FnOnce(&mut Emitter<'_, '_>, &[ir::Value]),
    ) -> Option<FuncId> {
        let convention = self.module.isa().default_call_conv();
        let config = self.module.target_config();
        self.context.func.signature = emit::words(convention, params, returns);
        let id = self.module.declare_anonymous_function(&self.context.func.signature).ok()?;
        let mut build = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
        let entry = build.create_block();
        build.append_block_params_for_function_params(entry);
        build.switch_to_block(entry);
        build.seal_block(entry);
        let params = build.block_params(entry).to_vec();
        let mut emitter = Emitter {
            model: self.model,
            shapes: &self.shapes,
            sizes: &self.sizes,
            plan: &self.plan,
            chains: &mut self.chains,
            build,
            convention,
            process: Some(process),
            env: params[0],
            matched: params[1],
            region: params[2],
            pid: params[3],
        };
        body(&mut emitter, &params);
        emitter.build.finalize(config);
        self.module.define_function(id, &mut self.context).ok()?;
        self.module.clear_context(&mut self.context);
        Some(id)
    }

    fn finish(self, functions: &Functions) -> Native {
        let (model, module) = (self.model, &self.module);
        let ids = (0..).zip(&model.locations).map(|(id, _)| id);
        let most = ids.map(|id| receives(model, id).count()).max();
        let locations: Vec<Location> = (0..)
            .zip(&functions.choices)
            .map(|(id, choices)| Location {
                choices: choices.map(|it| call::choices_of(module, it)),
                alone: model.out(id).len(),
                joint: self.meetings(id) * most.unwrap_or(0),
            })
            .collect();
        let edges = functions.edges.iter();
        let edges = edges.map(|it| it.map(|it| call::effect_of(module, it))).collect();
        let offers = std::iter::once(0)
            .chain(
                functions
                    .offers
                    .iter()
                    .map(|offer| offer.map_or(0, |it| module.get_finalized_function(it) as usize)),
            )
            .collect();
        let most = Location {
            choices: None,
            alone: locations.iter().map(|it| it.alone).max().unwrap_or(0),
            joint: locations.iter().map(|it| it.joint).max().unwrap_or(0),
        };
        Native {
            locations,
            most,
            edges,
            whole: self.whole,
            chains: self.chains,
            offers,
            module: Mutex::new(Some(self.module)),
        }
    }
}

/// The edges of a location that receive.
fn receives(model: &Model, location: u32) -> impl Iterator<Item = u32> {
    let receives = |edge: &u32| matches!(model.edges[*edge as usize].first, First::Receive { .. });
    model.out(location).iter().copied().filter(receives)
}

/// Which processes ever live.
fn alive(model: &Model) -> Vec<bool> {
    let mut alive = vec![false; model.processes.len()];
    for &(process, _) in &model.active {
        alive[process as usize] = true;
    }
    for action in &model.actions {
        if let ActionCode::Spawn { process, .. } = *action {
            alive[process as usize] = true;
        }
    }
    alive
}
