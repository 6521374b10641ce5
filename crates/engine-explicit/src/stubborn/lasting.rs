//! Local variables that have one value whenever they are read: what a step stores there nobody reads
//! afterwards. The resetting of dead variables makes such steps.

use super::statics::{extent, number};
use crate::model::{
    ActionCode, Base, Code, CodeId, First, GuardCode, Model, PatternCode, PlaceCodeId, Slice,
};

/// For each process, its local scalars that steps write but nobody reads afterwards: first bits in
/// the matched part.
pub(super) fn lasting(model: &Model, locations: &[Vec<u32>]) -> Vec<Vec<u32>> {
    (0..number(model.processes.len()))
        .map(|process| Locals::new(model, process).lasting(&locations[process as usize]))
        .collect()
}

/// The local scalars of a process that are only written with constants.
struct Locals<'a> {
    model: &'a Model,
    process: u32,
    /// First bits and ends.
    scalars: Vec<(u32, u32)>,
}

impl<'a> Locals<'a> {
    fn new(model: &'a Model, process: u32) -> Self {
        let mut scalars = Vec::new();
        let edges = model.locations.iter().filter(|it| it.process == process);
        for &edge in edges.flat_map(|it| &model.out[it.out.range()]) {
            for action in &model.actions[model.edges[edge as usize].actions.range()] {
                if let ActionCode::Assign { place, value } = *action
                    && matches!(model.codes[value as usize], Code::Const(_))
                    && let place = &model.places[place as usize]
                    && matches!(place.base, Base::Local)
                    && place.matched
                    && place.subscripts.range().is_empty()
                    && !scalars.contains(&extent(model, place))
                {
                    scalars.push(extent(model, place));
                }
            }
        }
        Self { model, process, scalars }
    }

    /// Which scalars some bits belong to.
    fn at(&self, start: u32, end: u32) -> impl Iterator<Item = usize> {
        let overlap = move |(_, it): &(usize, &(u32, u32))| it.0 < end && start < it.1;
        self.scalars.iter().enumerate().filter(overlap).map(|(index, _)| index)
    }

    fn lasting(&self, locations: &[u32]) -> Vec<u32> {
        let model = self.model;
        let none = || vec![false; self.scalars.len()];
        // What is read from each location on.
        let mut later: Vec<Vec<bool>> = locations.iter().map(|_| none()).collect();
        let position = |location| locations.iter().position(|&it| it == location);
        let mut fickle = none();
        loop {
            let mut grown = false;
            for (index, &location) in locations.iter().enumerate().rev() {
                for &edge in model.out(location) {
                    let mut read = none();
                    self.edge(edge, &mut read, &mut fickle);
                    let to = position(model.edges[edge as usize].to);
                    for scalar in 0..read.len() {
                        let read = read[scalar] || to.is_some_and(|it| later[it][scalar]);
                        grown |= read && !later[index][scalar];
                        later[index][scalar] |= read;
                    }
                }
            }
            if !grown {
                break;
            }
        }
        for &location in locations {
            for &edge in model.out(location) {
                let to = position(model.edges[edge as usize].to);
                self.writes(edge, |scalar| {
                    fickle[scalar] |= to.is_some_and(|it| later[it][scalar]);
                });
            }
        }
        let lasting = self.scalars.iter().zip(fickle).filter(|(_, fickle)| !fickle);
        lasting.map(|(&(bit, _), _)| bit).collect()
    }

    /// Reports the scalars that an edge stores a constant to.
    fn writes(&self, edge: u32, mut each: impl FnMut(usize)) {
        let model = self.model;
        for action in &model.actions[model.edges[edge as usize].actions.range()] {
            if let ActionCode::Assign { place, .. } = *action {
                let place = &model.places[place as usize];
                if matches!(place.base, Base::Local) && place.matched {
                    let (start, end) = extent(model, place);
                    self.at(start, end).for_each(&mut each);
                }
            }
        }
    }

    /// Adds what an edge reads, and what it stores in another way, or reads after a store.
    fn edge(&self, edge: u32, read: &mut [bool], fickle: &mut [bool]) {
        let model = self.model;
        let code = &model.edges[edge as usize];
        if let Some(provided) = model.processes[self.process as usize].provided {
            self.code(provided, read);
        }
        if let GuardCode::When(condition) = code.guard {
            self.code(condition, read);
        }
        match code.first {
            First::Free | First::Exit => {}
            First::Send { channel, message, .. } => {
                self.code(channel, read);
                self.operands(message, read);
            }
            First::Receive { channel, patterns, .. } => {
                self.code(channel, read);
                self.patterns(patterns, read, fickle);
            }
        }
        let mut stored = vec![false; read.len()];
        for &action in &model.actions[code.actions.range()] {
            let mut now = vec![false; read.len()];
            self.action(action, &mut now, fickle, &mut stored);
            for scalar in 0..read.len() {
                read[scalar] |= now[scalar];
            }
        }
    }

    fn action(
        &self,
        action: ActionCode,
        read: &mut [bool],
        fickle: &mut [bool],
        stored: &mut [bool],
    ) {
        let model = self.model;
        let mut target = None;
        match action {
            ActionCode::Assign { place, value } => {
                self.code(value, read);
                self.way_to(place, read);
                let constant = matches!(model.codes[value as usize], Code::Const(_));
                let plain = model.places[place as usize].subscripts.range().is_empty();
                if constant && plain {
                    target = Some(place);
                } else {
                    self.store(place, fickle);
                }
            }
            ActionCode::Send { channel, message, .. } => {
                self.code(channel, read);
                self.operands(message, read);
            }
            ActionCode::Receive { channel, patterns, .. } => {
                self.code(channel, read);
                self.patterns(patterns, read, fickle);
            }
            ActionCode::Spawn { args, result, priority, .. } => {
                self.operands(args, read);
                self.code(priority, read);
                if let Some(place) = result {
                    self.way_to(place, read);
                    self.store(place, fickle);
                }
            }
            ActionCode::Exit => {}
            ActionCode::SetPriority { process, value } => {
                self.code(process, read);
                self.code(value, read);
            }
        }
        for scalar in 0..read.len() {
            fickle[scalar] |= read[scalar] && stored[scalar];
        }
        if let Some(place) = target {
            self.store(place, stored);
        }
    }

    /// Marks what lies at a place.
    fn store(&self, place: PlaceCodeId, marks: &mut [bool]) {
        let place = &self.model.places[place as usize];
        if matches!(place.base, Base::Local) && place.matched {
            let (start, end) = extent(self.model, place);
            self.at(start, end).for_each(|it| marks[it] = true);
        }
    }

    fn operands(&self, operands: Slice, read: &mut [bool]) {
        for operand in &self.model.operands[operands.range()] {
            self.code(operand.code, read);
        }
    }

    fn patterns(&self, patterns: Slice, read: &mut [bool], fickle: &mut [bool]) {
        for pattern in &self.model.patterns[patterns.range()] {
            match *pattern {
                PatternCode::Store(place) => {
                    self.way_to(place, read);
                    self.store(place, fickle);
                }
                PatternCode::Match(operand) => self.code(operand.code, read),
                PatternCode::Any => {}
            }
        }
    }

    /// Marks what is read to find a place.
    fn way_to(&self, place: PlaceCodeId, read: &mut [bool]) {
        let place = &self.model.places[place as usize];
        if let Base::Remote { index, .. } = place.base {
            self.code(index, read);
        }
        for subscript in &self.model.subscripts[place.subscripts.range()] {
            self.code(subscript.index, read);
        }
    }

    /// Marks what an expression reads.
    fn code(&self, code: CodeId, read: &mut [bool]) {
        let code = self.model.codes[code as usize];
        match code {
            Code::Local(cell, bit) => {
                self.at(bit, bit + cell.width()).for_each(|it| read[it] = true);
            }
            Code::LocalByte(byte) => {
                self.at(byte * 8, byte * 8 + 8).for_each(|it| read[it] = true);
            }
            Code::Load(place) => {
                self.way_to(place, read);
                self.store(place, read);
            }
            Code::Poll { patterns, .. } => {
                // The patterns of a poll store nothing.
                self.patterns(patterns, read, &mut vec![false; self.scalars.len()]);
            }
            _ => {}
        }
        code.operands().for_each(|it| self.code(it, read));
    }
}
