//! The violations that a reachability search came across.

use crate::checkpoint::{load_number, save_number};
use crate::step::Record;
use smallvec::SmallVec;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use tribunal_base::Id;
use tribunal_engine::search::{FURTHER_TRACES, is_over};
use tribunal_engine::{Certificate, Context, End, Errors, Outcome, Reason, Step, Trace, Verdict};
use tribunal_ir::{EdgeId, Program, PropId, PropertyKind};

/// How many steps the further traces that are kept have together.
const MAX_MORE_STEPS: usize = 500;

/// The violations of the properties that were asked for.
#[derive(Debug)]
pub(crate) struct Findings {
    errors: Errors,
    /// For each edge, the property that it violates.
    violated: Vec<Option<PropId>>,
    /// Those among the properties that a deadlock violates.
    end_states: Vec<PropId>,
    /// The properties asked for, with their first traces.
    found: Vec<(PropId, Option<Trace>)>,
    /// Further ones: one for each violating edge or deadlocked state.
    more: Vec<(PropId, Trace)>,
    /// The steps of all of these.
    more_steps: usize,
    /// The edges whose violation is known.
    known: Vec<bool>,
}

impl Findings {
    /// Nothing found yet about some properties.
    pub(crate) fn new(program: &Program, properties: &[PropId], errors: Errors) -> Self {
        let found = properties.iter().map(|&property| (property, None)).collect();
        let known = vec![false; program.edges.len()];
        let violated = program.edges.values().map(|edge| Some(edge.violates.as_ref()?.property));
        let ends = |&it: &PropId| program.props[it].kind == PropertyKind::EndStates;
        let end_states = properties.iter().copied().filter(ends).collect();
        Self {
            errors,
            violated: violated.collect(),
            end_states,
            found,
            more: Vec::new(),
            more_steps: 0,
            known,
        }
    }

    /// Takes note of the violations of one step. Breaks if they end the search.
    pub(crate) fn step(
        &mut self,
        record: &Record,
        steps: impl Fn() -> Vec<Step>,
    ) -> ControlFlow<()> {
        let edges: SmallVec<[u32; 4]> = record.edges.iter().map(|&(_, edge)| edge).collect();
        self.edges(&edges, steps)
    }

    /// Takes note of the violations of some edges taken in one step.
    pub(crate) fn edges(
        &mut self,
        edges: &[u32],
        steps: impl Fn() -> Vec<Step>,
    ) -> ControlFlow<()> {
        for &edge in edges {
            let Some(property) = self.violated[edge as usize] else { continue };
            if !std::mem::replace(&mut self.known[edge as usize], true) {
                self.add(property, End::Violation, &steps)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The properties asked for.
    pub(crate) fn properties(&self) -> Vec<PropId> {
        self.found.iter().map(|(property, _)| *property).collect()
    }

    /// Whether deadlocks are of interest.
    pub(crate) fn wants_deadlocks(&self) -> bool {
        !self.end_states.is_empty()
    }

    /// Takes note of a state where nothing can move and something should.
    pub(crate) fn deadlock(&mut self, steps: impl Fn() -> Vec<Step>) -> ControlFlow<()> {
        for index in 0..self.end_states.len() {
            let property = self.end_states[index];
            self.add(property, End::Deadlock, &steps)?;
        }
        ControlFlow::Continue(())
    }

    fn add(
        &mut self,
        property: PropId,
        end: End,
        steps: &impl Fn() -> Vec<Step>,
    ) -> ControlFlow<()> {
        let trace = || Trace::new(steps(), end);
        let Some((_, first)) = self.found.iter_mut().find(|(it, _)| *it == property) else {
            return ControlFlow::Continue(());
        };
        match (first, self.errors) {
            (first @ None, _) => *first = Some(trace()),
            (Some(_), Errors::All)
                if self.more.len() < FURTHER_TRACES && self.more_steps < MAX_MORE_STEPS =>
            {
                let trace = trace();
                self.more_steps += trace.steps.len();
                self.more.push((property, trace));
            }
            (Some(_), Errors::First | Errors::All) => {}
        }
        if self.is_settled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether there is nothing more to find.
    pub(crate) fn is_settled(&self) -> bool {
        self.errors == Errors::First && self.found.iter().all(|(_, trace)| trace.is_some())
    }

    /// Whether another engine has settled the rest meanwhile.
    pub(crate) fn is_over(&self, cx: &Context<'_>) -> bool {
        is_over(&self.found, self.errors, cx)
    }

    /// Writes down what was found.
    pub(crate) fn save(&self, output: &mut impl Write) -> io::Result<()> {
        let known = || (0..).zip(&self.known).filter(|(_, known)| **known).map(|(edge, _)| edge);
        save_number(known().count() as u64, output)?;
        known().try_for_each(|edge: u64| save_number(edge, output))?;
        let first = self.found.iter().filter_map(|(it, trace)| Some((*it, trace.as_ref()?)));
        let more = self.more.iter().map(|(it, trace)| (*it, trace));
        let traces: Vec<(PropId, &Trace)> = first.chain(more).collect();
        save_number(traces.len() as u64, output)?;
        for (property, trace) in traces {
            save_number(property.index() as u64, output)?;
            save_number(u64::from(trace.end == End::Deadlock), output)?;
            save_number(trace.steps.len() as u64, output)?;
            for step in &trace.steps {
                let (process, edge) = step
                    .partner
                    .map_or((u64::MAX, 0), |(process, edge)| (process.into(), edge.index() as u64));
                for number in [step.process.into(), step.edge.index() as u64, process, edge] {
                    save_number(number, output)?;
                }
            }
        }
        Ok(())
    }

    /// Reads what was found before.
    pub(crate) fn load(&mut self, input: &mut impl Read) -> io::Result<()> {
        let wrong = || io::Error::from(io::ErrorKind::InvalidData);
        let edges = self.known.len();
        for _ in 0..load_number(input)? {
            let edge = usize::try_from(load_number(input)?).map_err(|_| wrong())?;
            *self.known.get_mut(edge).ok_or_else(wrong)? = true;
        }
        for _ in 0..load_number(input)? {
            let property = load_number(input)?;
            let end = if load_number(input)? == 1 { End::Deadlock } else { End::Violation };
            let mut steps = Vec::new();
            for _ in 0..load_number(input)? {
                let mut side = || -> io::Result<(Option<u32>, EdgeId)> {
                    let (process, edge) = (load_number(input)?, load_number(input)?);
                    let edge = usize::try_from(edge).ok().filter(|&it| it < edges);
                    let process = u32::try_from(process).ok();
                    Ok((process, EdgeId::from_index(edge.ok_or_else(wrong)?)))
                };
                let (process, edge) = side()?;
                let (partner, partner_edge) = side()?;
                let partner = partner.map(|it| (it, partner_edge));
                steps.push(Step { process: process.ok_or_else(wrong)?, edge, partner });
            }
            let is_it = |it: &&mut (PropId, Option<Trace>)| it.0.index() as u64 == property;
            let (property, first) = self.found.iter_mut().find(is_it).ok_or_else(wrong)?;
            match first {
                None => *first = Some(Trace::new(steps, end)),
                Some(_) => self.more.push((*property, Trace::new(steps, end))),
            }
        }
        Ok(())
    }

    /// Reports the verdicts, where `otherwise` is what is known of the properties not violated.
    pub(crate) fn report(self, otherwise: &Result<Certificate, Reason>, outcome: &mut Outcome) {
        let verdicts = self.found.into_iter().map(|(property, trace)| {
            let verdict = match (trace, otherwise) {
                (Some(trace), _) => Verdict::False(trace),
                (None, Ok(proof)) => Verdict::True(proof.clone()),
                (None, Err(reason)) => Verdict::Maybe(reason.clone()),
            };
            (property, verdict)
        });
        outcome.verdicts.extend(verdicts);
        outcome.more_traces.extend(self.more);
    }
}
