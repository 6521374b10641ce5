//! Stubborn sets of a state, by closing a step under the two rules; the one with the fewest moves is
//! taken, as by the heuristic search of Laarman et al.

use super::bits::meet;
use super::count::waits_for_ends;
use super::statics::Statics;
use super::table::{ChannelRow, Condition, EdgeRow, FirstRow, LocationRow, Row, Table};
use crate::eval::View;
use crate::model::{GuardCode, Model};
use crate::moves::Move;
use crate::state::State;
use tribunal_ir::Scan;

/// Buffers.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// The edges that leave the current locations, process by process.
    current: Vec<Current>,
    /// Where the edges of each process start, and an end.
    first: Vec<u32>,
    /// For each process, where it is.
    places: Vec<LocationRow>,
    /// For each edge, the search it was added by.
    member: Vec<u32>,
    search: u32,
    todo: Vec<u32>,
    /// The positions in `current` of the two edges of each move.
    moves: Vec<(u32, Option<u32>)>,
    extra: Vec<u32>,
    best: Vec<u32>,
}

/// An edge that leaves the current location of a process.
#[derive(Clone, Copy, Debug)]
struct Current {
    process: u16,
    row: u32,
    /// How many moves begin with it.
    moves: u16,
    /// Whether it is part of a move.
    enabled: bool,
}

/// Why an edge cannot be taken, and what can do away with that.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// Steps of other processes that touch something in this way, and maybe the process itself.
    Touch { rows: [Option<Row>; 2], own: bool },
    /// Another edge of the process can be taken.
    Sibling(u32),
    /// The process is not the youngest.
    Older,
    /// It waits until the youngest process has ended; maybe it can change for how many.
    Count { own: bool },
}

/// The search for a stubborn set of one state.
pub(super) struct Closure<'a> {
    model: &'a Model,
    statics: &'a Statics,
    state: &'a State,
    tables: &'a [Table],
    own: &'a [usize],
    work: &'a mut Work,
    /// The number of moves of the set in the making.
    count: usize,
}

/// A set that is not worth completing.
struct TooLarge;

impl<'a> Closure<'a> {
    /// Prepares for a state; `None` if nothing can be said about it.
    pub(super) fn new(
        model: &'a Model,
        statics: &'a Statics,
        state: &'a State,
        tables: &'a [Table],
        own: &'a [usize],
        moves: &[Move],
        work: &'a mut Work,
    ) -> Option<Self> {
        let mut closure = Self { model, statics, state, tables, own, work, count: 0 };
        closure.gather();
        closure.mark(moves);
        closure.is_level().then_some(closure)
    }

    /// Lists the edges that leave the current locations.
    fn gather(&mut self) {
        let work = &mut *self.work;
        work.current.clear();
        work.first.clear();
        work.places.clear();
        for process in 0..self.state.processes.len() {
            let location = self.state.location(self.model, process);
            let place = self.tables[self.own[process]].location(self.statics, location);
            work.first.push(u32::try_from(work.current.len()).unwrap_or(u32::MAX));
            work.places.push(place);
            let process = u16::try_from(process).unwrap_or(u16::MAX);
            work.current.extend((place.first..place.end).map(|row| Current {
                process,
                row,
                moves: 0,
                enabled: false,
            }));
        }
        work.first.push(u32::try_from(work.current.len()).unwrap_or(u32::MAX));
        if work.member.len() < work.current.len() {
            work.member.resize(work.current.len(), 0);
        }
    }

    /// Marks the edges of moves.
    fn mark(&mut self, moves: &[Move]) {
        self.work.moves.clear();
        for step in moves {
            let one = self.position(step.process, step.edge);
            let other = step.partner().map(|(process, edge)| self.position(process, edge));
            let current = &mut self.work.current;
            current[one as usize].moves += 1;
            current[one as usize].enabled = true;
            if let Some(other) = other {
                current[other as usize].enabled = true;
            }
            self.work.moves.push((one, other));
        }
    }

    fn position(&self, process: u16, edge: u32) -> u32 {
        let table = &self.tables[self.own[usize::from(process)]];
        let range = self.edges_of(process);
        let is_it =
            |at: &u32| table.edges[self.work.current[*at as usize].row as usize].edge == edge;
        range.into_iter().find(is_it).expect("a move should begin where its process is")
    }

    fn edges_of(&self, process: u16) -> std::ops::Range<u32> {
        let process = usize::from(process);
        self.work.first[process]..self.work.first[process + 1]
    }

    /// Whether priorities make no difference to the processes that can move, now and later.
    fn is_level(&self) -> bool {
        if !self.model.features.priority_scheduling {
            return true;
        }
        if self.statics.sets_priorities || self.statics.rendezvous {
            return false;
        }
        let (model, state) = (self.model, self.state);
        let priority = |it: usize| state.priority(model, it);
        let Some(&(first, _)) = self.work.moves.first() else { return false };
        let level = priority(self.work.current[first as usize].process.into());
        // A process that starts may have any priority.
        if self.work.places.iter().any(|it| it.starts) {
            return false;
        }
        // Those above must have nothing left to do but end, once all others have.
        let above = |it: usize| level < priority(it);
        let count = state.processes.len();
        let Some(last_above) = (0..count).rev().find(|&it| above(it)) else { return true };
        let ends = |it: usize| {
            let edges = self.edges_of(u16::try_from(it).unwrap_or(u16::MAX));
            edges.into_iter().all(|at| matches!(self.row(at).first, FirstRow::Exit))
        };
        (0..count).all(|it| if above(it) { ends(it) } else { last_above < it })
    }

    #[inline]
    fn table(&self, process: u16) -> &'a Table {
        &self.tables[self.own[usize::from(process)]]
    }

    #[inline]
    fn row(&self, at: u32) -> EdgeRow {
        let current = self.work.current[at as usize];
        self.table(current.process).edges[current.row as usize]
    }

    /// Finds a set with as few moves as possible; whether it has fewer than all.
    pub(super) fn smallest(mut self, chosen: &mut Vec<u16>) -> bool {
        let mut least = self.work.moves.len();
        let mut last = None;
        for index in 0..self.work.moves.len() {
            let (seed, _) = self.work.moves[index];
            let process = self.work.current[seed as usize].process;
            // All moves of a process lead to the same set.
            if last.replace(process) == Some(process) {
                continue;
            }
            if self.close(seed, least).is_ok() && self.count < least {
                least = self.count;
                self.remember();
                if least == 1 {
                    break;
                }
            }
        }
        if least == self.work.moves.len() {
            return false;
        }
        chosen.clear();
        let best = &self.work.best;
        chosen.extend((0u16..).zip(&self.work.moves).filter_map(|(index, (one, other))| {
            let is_in = best.contains(one) || other.is_some_and(|it| best.contains(&it));
            is_in.then_some(index)
        }));
        true
    }

    fn remember(&mut self) {
        let Work { member, search, best, current, .. } = &mut *self.work;
        best.clear();
        let members = (0u32..).zip(current.iter()).zip(member.iter());
        best.extend(
            members
                .filter(|((_, current), member)| current.enabled && **member == *search)
                .map(|((at, _), _)| at),
        );
    }

    /// Closes a step under the two rules, unless the set gets as large as one that is known.
    fn close(&mut self, seed: u32, least: usize) -> Result<(), TooLarge> {
        self.work.search += 1;
        self.work.todo.clear();
        self.count = 0;
        self.add(seed);
        while let Some(at) = self.work.todo.pop() {
            if least <= self.count {
                return Err(TooLarge);
            }
            if self.work.current[at as usize].enabled {
                self.add_dependent(at)?;
            } else {
                self.add_enabling(at)?;
            }
        }
        if least <= self.count { Err(TooLarge) } else { Ok(()) }
    }

    #[inline]
    fn is_member(&self, at: u32) -> bool {
        self.work.member[at as usize] == self.work.search
    }

    fn add(&mut self, at: u32) {
        if !self.is_member(at) {
            self.work.member[at as usize] = self.work.search;
            self.count += usize::from(self.work.current[at as usize].moves);
            self.work.todo.push(at);
        }
    }

    fn add_process(&mut self, process: u16) {
        self.edges_of(process).for_each(|at| self.add(at));
    }

    /// Whether a process counts: one of lower priority does not move as long as others can.
    fn counts(&self, process: usize) -> bool {
        if !self.model.features.priority_scheduling {
            return true;
        }
        let (first, _) = self.work.moves[0];
        let level = self.work.current[first as usize].process;
        let priority = |it: usize| self.state.priority(self.model, it);
        priority(level.into()) <= priority(process)
    }

    /// The edges not in the set by which processes may come to touch things in these ways.
    fn touching(&self, process: u16, rows: &[&[u64]], mut each: impl FnMut(u32)) {
        for other in 0..self.work.places.len() {
            if other == usize::from(process) || !self.counts(other) {
                continue;
            }
            let other = u16::try_from(other).unwrap_or(u16::MAX);
            let table = self.table(other);
            let place = self.work.places[usize::from(other)];
            let future = table.set(place.future);
            if !rows.iter().any(|row| meet(row, future)) {
                continue;
            }
            for at in self.edges_of(other) {
                if self.is_member(at) {
                    continue;
                }
                let row = self.work.current[at as usize].row;
                let future = table.set(table.edges[row as usize].future);
                if rows.iter().any(|row| meet(row, future)) {
                    each(at);
                }
            }
        }
    }

    fn add_touching(&mut self, process: u16, rows: &[&[u64]]) {
        let mut extra = std::mem::take(&mut self.work.extra);
        extra.clear();
        self.touching(process, rows, |at| extra.push(at));
        for &at in &extra {
            self.add(at);
        }
        self.work.extra = extra;
    }

    /// The first rule: adds what does not accord with an edge that can be taken.
    fn add_dependent(&mut self, at: u32) -> Result<(), TooLarge> {
        let process = self.work.current[at as usize].process;
        let (row, table) = (self.row(at), self.table(process));
        if row.watches || row.visible {
            return Err(TooLarge);
        }
        self.add_process(process);
        self.add_touching(process, &[table.set(row.conflicts)]);
        match row.first {
            FirstRow::Send(channel) if self.is_rendezvous(process, channel) => {
                self.add_touching(process, &[table.set(channel.receivers)]);
            }
            FirstRow::Receive(channel, _) if self.is_rendezvous(process, channel) => {
                self.add_touching(process, &[table.set(channel.senders)]);
            }
            FirstRow::Free | FirstRow::Exit | FirstRow::Send(_) | FirstRow::Receive(..) => {
                return Ok(());
            }
        }
        for index in 0..self.work.moves.len() {
            if let (one, Some(other)) = self.work.moves[index]
                && (one == at || other == at)
            {
                self.add(one);
                self.add(other);
            }
        }
        Ok(())
    }

    fn is_rendezvous(&self, process: u16, channel: ChannelRow) -> bool {
        let view = View::of_process(self.model, self.state, process.into(), false);
        let queue = view.channel(channel.channel);
        queue.is_some_and(|it| it.layout(self.model).capacity == 0)
    }

    /// The second rule: adds what can make an edge possible that is not, for the reason that asks
    /// for the least.
    fn add_enabling(&mut self, at: u32) -> Result<(), TooLarge> {
        let process = self.work.current[at as usize].process;
        if !self.counts(process.into()) {
            return Ok(());
        }
        let mut best: Option<(usize, Reason)> = None;
        let mut consider = |closure: &Self, reason: Reason| {
            let cost = closure.cost(process, reason);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, reason));
            }
        };
        self.reasons(at, process, &mut consider);
        match best {
            None => Err(TooLarge),
            Some((_, Reason::Sibling(sibling))) => {
                self.add(sibling);
                Ok(())
            }
            Some((_, Reason::Older)) => {
                self.enders().for_each(|it| self.add(it));
                Ok(())
            }
            Some((_, Reason::Count { own })) => {
                self.enders().for_each(|it| self.add(it));
                let table = self.table(process);
                for it in self.edges_of(process) {
                    if self.helps(it, table, [None, None], own) {
                        self.add(it);
                    }
                }
                Ok(())
            }
            Some((_, Reason::Touch { rows, own })) => {
                let table = self.table(process);
                for row in rows.into_iter().flatten() {
                    self.add_touching(process, &[table.set(row)]);
                }
                for it in self.edges_of(process) {
                    if self.helps(it, table, rows, own) {
                        self.add(it);
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether an edge of the process itself may help another one.
    fn helps(&self, at: u32, table: &Table, rows: [Option<Row>; 2], own: bool) -> bool {
        let row = self.row(at);
        let future = table.set(row.future);
        row.returns && (own || rows.iter().flatten().any(|&it| meet(table.set(it), future)))
    }

    /// The edges by which the youngest process may come to its end.
    fn enders(&self) -> std::ops::Range<u32> {
        let youngest = self.work.places.len() - 1;
        self.edges_of(u16::try_from(youngest).unwrap_or(u16::MAX))
    }

    /// How much would be added to the set for a reason.
    fn cost(&self, process: u16, reason: Reason) -> usize {
        let price = |at: u32| {
            let current = self.work.current[at as usize];
            if self.is_member(at) { 0 } else { 1 + 64 * usize::from(current.enabled) }
        };
        match reason {
            Reason::Sibling(sibling) => price(sibling),
            Reason::Older => self.enders().map(price).sum(),
            Reason::Count { own } => {
                let table = self.table(process);
                let helps = |it: &u32| self.helps(*it, table, [None, None], own);
                self.enders().chain(self.edges_of(process).filter(helps)).map(price).sum()
            }
            Reason::Touch { rows, own } => {
                let table = self.table(process);
                let mut cost = 0;
                for row in rows.into_iter().flatten() {
                    self.touching(process, &[table.set(row)], |at| cost += price(at));
                }
                let edges = self.edges_of(process);
                cost + edges
                    .filter(|&it| self.helps(it, table, rows, own))
                    .map(price)
                    .sum::<usize>()
            }
        }
    }

    /// Reports why an edge cannot be taken.
    fn reasons(&self, at: u32, process: u16, each: &mut impl FnMut(&Self, Reason)) {
        let mut is_explained = false;
        let mut report = |closure: &Self, reason: Reason| {
            is_explained = true;
            each(closure, reason);
        };
        let (row, table) = (self.row(at), self.table(process));
        let view = View::of_process(self.model, self.state, process.into(), false);
        let conditions = row.first_condition as usize..row.end_condition as usize;
        for &Condition { code, helpers, own } in &table.conditions[conditions] {
            if !view.holds(code) {
                report(self, Reason::Touch { rows: [Some(helpers), None], own });
                if waits_for_ends(self.model, view, code, self.state.processes.len()) {
                    report(self, Reason::Count { own });
                }
            }
        }
        let code = &self.model.edges[row.edge as usize];
        let is_partner = match row.first {
            FirstRow::Receive(channel, _) => self.is_rendezvous(process, channel),
            FirstRow::Free | FirstRow::Exit | FirstRow::Send(_) => false,
        };
        // It depends on the sender which of the edges that may receive comes first.
        let siblings = self.edges_of(process).take_while(|&it| it != at && !is_partner);
        for sibling in siblings {
            let other = &self.model.edges[self.row(sibling).edge as usize];
            let decides = matches!(code.guard, GuardCode::Else) || other.tier < code.tier;
            if decides && 0 < self.work.current[sibling as usize].moves {
                report(self, Reason::Sibling(sibling));
            }
        }
        match row.first {
            FirstRow::Free => {}
            FirstRow::Exit => {
                if usize::from(process) + 1 != self.state.processes.len() {
                    report(self, Reason::Older);
                }
            }
            // What is known to be in the way comes first: a partner may well be ready.
            FirstRow::Send(_) | FirstRow::Receive(..) if is_explained => {}
            FirstRow::Send(channel) | FirstRow::Receive(channel, _) => {
                self.blocked(view, row.first, channel, each);
            }
        }
    }

    /// Reports why a communication is not possible, where nothing else is in the way.
    fn blocked(
        &self,
        view: View<'_>,
        first: FirstRow,
        channel: ChannelRow,
        report: &mut impl FnMut(&Self, Reason),
    ) {
        let ChannelRow { senders, receivers, name, own_name, operands, own, watches, .. } = channel;
        if watches {
            return;
        }
        let Some(queue) = view.channel(channel.channel) else {
            // Which channel is meant must change, or a process that makes it must start.
            return report(self, Reason::Touch { rows: [Some(name), None], own: own_name });
        };
        let capacity = queue.layout(self.model).capacity as usize;
        let length = queue.length(self.model, self.state);
        let (rows, own) = match first {
            FirstRow::Send(_) if capacity == 0 => ([receivers, operands], own),
            FirstRow::Receive(..) if capacity == 0 => ([senders, operands], own),
            // What is in a message does not matter where there is no room for it.
            FirstRow::Send(_) if capacity <= length => ([receivers, name], own_name),
            FirstRow::Receive(..) if length == 0 => ([senders, name], own_name),
            FirstRow::Receive(_, Scan::Any) => ([senders, operands], own),
            FirstRow::Receive(_, Scan::Front) => ([receivers, operands], own),
            FirstRow::Send(_) | FirstRow::Free | FirstRow::Exit => return,
        };
        report(self, Reason::Touch { rows: rows.map(Some), own });
    }
}
