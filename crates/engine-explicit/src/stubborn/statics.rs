//! What can be said about a program without looking at any state.

use super::endings::unnoticed;
use super::lasting::lasting;
use crate::model::{
    ActionCode, Base, Code, First, InitialCode, Model, PatternCode, PlaceCode, PlaceCodeId,
};
use crate::state::State;

/// What can be said about a program without looking at any state.
#[derive(Debug)]
pub(super) struct Statics {
    /// The global scalars that some step writes at any time.
    written: [Intervals; 2],
    /// Those that are written by processes which have one instance, from the start: usually one that
    /// makes everything ready.
    prepared: [Intervals; 2],
    /// For each process, whether it is such a one.
    prepares: Vec<bool>,
    /// For each location, whether such writes may follow.
    unprepared: Vec<bool>,
    /// For each process, the local scalars that its steps write.
    written_locals: Vec<[Intervals; 2]>,
    /// For each process, those of them that nobody reads afterwards.
    lasting: Vec<Vec<u32>>,
    /// The blocks of global scalars of which one is picked at run time, matched ones first.
    blocks: [Intervals; 2],
    /// For each process, the matched local scalars that others read.
    remote: Vec<Intervals>,
    /// For each location, the labels that somebody asks about.
    pub(super) labels: Vec<Vec<u32>>,
    /// Somebody asks where exactly a process is.
    pub(super) counters: bool,
    /// The position of each location among those of its process.
    pub(super) positions: Vec<u32>,
    /// For each process, its locations.
    pub(super) locations: Vec<Vec<u32>>,
    /// The edges that receive.
    pub(super) receives: Vec<Receive>,
    /// For each edge, whether it is an end that nobody notices.
    pub(super) unnoticed: Vec<bool>,
    /// Some process creates channels.
    pub(super) local_channels: bool,
    /// Some step changes priorities.
    pub(super) sets_priorities: bool,
    /// Some channel is a rendezvous.
    pub(super) rendezvous: bool,
}

/// An edge that receives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Receive {
    pub(super) process: u32,
    pub(super) from: u32,
    pub(super) edge: u32,
}

/// Sets of bits that do not overlap, in order.
#[derive(Debug, Default)]
struct Intervals(Vec<(u32, u32)>);

impl Intervals {
    fn add(&mut self, start: u32, end: u32) {
        self.0.push((start, end));
    }

    /// Joins what overlaps.
    fn close(&mut self) {
        self.0.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for &(start, end) in &self.0 {
            match joined.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => joined.push((start, end)),
            }
        }
        self.0 = joined;
    }

    /// The interval that has a bit in common with this one, by its position.
    fn find(&self, start: u32, end: u32) -> Option<usize> {
        let next = self.0.partition_point(|&(_, its_end)| its_end <= start);
        self.0.get(next).is_some_and(|&(its_start, _)| its_start < end).then_some(next)
    }
}

impl Statics {
    pub(super) fn new(model: &Model) -> Self {
        let processes = model.processes.len();
        let mut statics = Self {
            written: Default::default(),
            prepared: Default::default(),
            prepares: unique(model),
            unprepared: vec![false; model.locations.len()],
            written_locals: (0..processes).map(|_| Default::default()).collect(),
            lasting: Vec::new(),
            blocks: Default::default(),
            remote: (0..processes).map(|_| Intervals::default()).collect(),
            labels: vec![Vec::new(); model.locations.len()],
            counters: false,
            positions: Vec::new(),
            locations: vec![Vec::new(); processes],
            receives: Vec::new(),
            unnoticed: unnoticed(model),
            local_channels: model.regions.iter().any(|it| !it.channels.is_empty()),
            sets_priorities: false,
            rendezvous: model.channels.iter().any(|it| it.capacity == 0),
        };
        for (index, location) in model.locations.iter().enumerate() {
            let own = &mut statics.locations[location.process as usize];
            statics.positions.push(number(own.len()));
            own.push(number(index));
        }
        statics.lasting = lasting(model, &statics.locations);
        statics.edges(model);
        statics.preparations(model);
        statics.places(model);
        statics.codes(model);
        statics.written.iter_mut().for_each(Intervals::close);
        statics.prepared.iter_mut().for_each(Intervals::close);
        statics.written_locals.iter_mut().flatten().for_each(Intervals::close);
        statics.blocks.iter_mut().for_each(Intervals::close);
        statics.remote.iter_mut().for_each(Intervals::close);
        statics
    }

    fn edges(&mut self, model: &Model) {
        for (from, location) in (0..).zip(&model.locations) {
            let process = location.process;
            for &edge in &model.out[location.out.range()] {
                let code = &model.edges[edge as usize];
                if matches!(code.first, First::Receive { .. }) {
                    self.receives.push(Receive { process, from, edge });
                }
                for &action in &model.actions[code.actions.range()] {
                    self.action(model, process, action);
                }
            }
        }
    }

    fn action(&mut self, model: &Model, process: u32, action: ActionCode) {
        match action {
            ActionCode::Assign { place, .. } => self.write(model, process, place),
            ActionCode::Receive { patterns, .. } => {
                for &pattern in &model.patterns[patterns.range()] {
                    if let PatternCode::Store(place) = pattern {
                        self.write(model, process, place);
                    }
                }
            }
            ActionCode::Spawn { process: new, result, .. } => {
                if let Some(place) = result {
                    self.write(model, process, place);
                }
                for &initial in &model.processes[new as usize].initial {
                    let (InitialCode::Value(place, _) | InitialCode::Channel(place)) = initial;
                    // What is written as a process starts is stable afterwards, if it is its own.
                    let place = &model.places[place as usize];
                    if matches!(place.base, Base::Global) {
                        let (start, end) = extent(model, place);
                        self.written[usize::from(place.matched)].add(start, end);
                    }
                }
            }
            ActionCode::SetPriority { .. } => self.sets_priorities = true,
            ActionCode::Send { .. } | ActionCode::Exit => {}
        }
    }

    fn write(&mut self, model: &Model, process: u32, place: PlaceCodeId) {
        let place = &model.places[place as usize];
        let (start, end) = extent(model, place);
        let part = usize::from(place.matched);
        match place.base {
            Base::Global if self.prepares[process as usize] => {
                self.prepared[part].add(start, end);
            }
            Base::Global => self.written[part].add(start, end),
            Base::Local if part == 1 && self.lasting[process as usize].contains(&start) => {}
            Base::Local => self.written_locals[process as usize][part].add(start, end),
            Base::Remote { .. } | Base::Nowhere => {}
        }
    }

    fn places(&mut self, model: &Model) {
        for place in &model.places {
            let (start, end) = extent(model, place);
            match place.base {
                Base::Global if !place.subscripts.range().is_empty() => {
                    self.blocks[usize::from(place.matched)].add(start, end);
                }
                // Unmatched ones are few: they count as if they were at the same bits.
                Base::Remote { process, .. } => self.remote[process as usize].add(start, end),
                Base::Global | Base::Local | Base::Nowhere => {}
            }
        }
    }

    fn codes(&mut self, model: &Model) {
        for &code in &model.codes {
            match code {
                Code::GlobalElement { first, len, .. } => {
                    self.blocks[1].add(first * 8, (first + len) * 8);
                }
                Code::At { label, .. } => {
                    for &location in &model.labels[label as usize] {
                        let labels = &mut self.labels[location as usize];
                        if !labels.contains(&label) {
                            labels.push(label);
                        }
                    }
                }
                Code::ProgramCounter(_) => self.counters = true,
                _ => {}
            }
        }
    }

    /// Finds the locations from which such a process writes to globals.
    fn preparations(&mut self, model: &Model) {
        loop {
            let mut grown = false;
            for (from, location) in model.locations.iter().enumerate() {
                if !self.prepares[location.process as usize] || self.unprepared[from] {
                    continue;
                }
                let writes = |&edge: &u32| {
                    let code = &model.edges[edge as usize];
                    let mut actions = model.actions[code.actions.range()].iter();
                    self.unprepared[code.to as usize] || actions.any(|&it| writes_global(model, it))
                };
                self.unprepared[from] = model.out[location.out.range()].iter().any(writes);
                grown |= self.unprepared[from];
            }
            if !grown {
                return;
            }
        }
    }

    /// Whether everything that is made ready is, in a state.
    pub(super) fn is_prepared(&self, model: &Model, state: &State) -> bool {
        let waits = |it: usize| self.unprepared[state.location(model, it) as usize];
        !(0..state.processes.len()).any(waits)
    }

    /// Whether some step writes one of these bits of the globals, now that everything is ready or
    /// not.
    pub(super) fn is_written(&self, ready: bool, matched: bool, start: u32, end: u32) -> bool {
        let part = usize::from(matched);
        self.written[part].find(start, end).is_some()
            || !ready && self.prepared[part].find(start, end).is_some()
    }

    /// Whether some step of a process writes one of these bits of its locals.
    pub(super) fn is_local_written(
        &self,
        process: u32,
        matched: bool,
        start: u32,
        end: u32,
    ) -> bool {
        let written = &self.written_locals[process as usize];
        written[usize::from(matched)].find(start, end).is_some()
    }

    /// The block that a global scalar lies in, if there is such.
    pub(super) fn block(&self, matched: bool, start: u32, end: u32) -> Option<u32> {
        let block = self.blocks[usize::from(matched)].find(start, end)?;
        Some(number(block * 2 + usize::from(matched)))
    }

    /// Which of the blocks of a process's locals that others read these bits belong to, if any.
    pub(super) fn remote(&self, process: u32, start: u32, end: u32) -> Option<u32> {
        self.remote[process as usize].find(start, end).map(number)
    }
}

/// Whether an action stores something in a global variable.
fn writes_global(model: &Model, action: ActionCode) -> bool {
    let is_global = |place: PlaceCodeId| matches!(model.places[place as usize].base, Base::Global);
    match action {
        ActionCode::Assign { place, .. } => is_global(place),
        ActionCode::Receive { patterns, .. } => {
            model.patterns[patterns.range()].iter().any(|it| match *it {
                PatternCode::Store(place) => is_global(place),
                PatternCode::Match(_) | PatternCode::Any => false,
            })
        }
        ActionCode::Spawn { result, .. } => result.is_some_and(is_global),
        ActionCode::Send { .. } | ActionCode::Exit | ActionCode::SetPriority { .. } => false,
    }
}

/// For each process, whether it has one instance, from the start.
fn unique(model: &Model) -> Vec<bool> {
    let spawned = |process: u32| {
        let spawns =
            |it: &ActionCode| matches!(it, ActionCode::Spawn { process: it, .. } if *it == process);
        model.actions.iter().any(spawns)
    };
    let active = |process| model.active.iter().filter(|it| it.0 == process).count();
    (0..number(model.processes.len())).map(|it| active(it) == 1 && !spawned(it)).collect()
}

/// The first bit of what a place may stand for, and the one behind it.
pub(super) fn extent(model: &Model, place: &PlaceCode) -> (u32, u32) {
    let subscripts = &model.subscripts[place.subscripts.range()];
    let reach: u32 = subscripts.iter().map(|it| (it.len - 1) * it.stride).sum();
    (place.bit, place.bit + reach + place.cell.width())
}

pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("a table should be shorter than 2^32")
}
