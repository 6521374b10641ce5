//! The post office: letters between workers, in rounds, as a timely dataflow.
//!
//! The dataflow is `input → exchange by address → delivery → probe`. Its timestamps name the round and,
//! below that, the mailbag: so every bag leaves at once and is still part of its round. A round is over
//! when the frontier at the probe has passed it, that is, when no worker can send another letter in it
//! and all letters are delivered: D. G. Murray, F. McSherry, R. Isaacs, M. Isard, P. Barham, M. Abadi:
//! *Naiad: a timely dataflow system*, SOSP 2013.

use super::message::{Letter, Parcel};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// The bits of a timestamp that number the mailbags of a round.
const BAG_BITS: u32 = 32;
/// How long a worker that has nothing to do sleeps if nobody wakes it.
const NAP: Duration = Duration::from_millis(20);

/// The letters delivered in even and in odd rounds. Nobody can be two rounds ahead.
type Boxes = Rc<RefCell<[VecDeque<Parcel>; 2]>>;

/// One worker's access to the post.
pub(crate) struct Post {
    worker: Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    boxes: Boxes,
    round: u64,
    bag: u64,
}

/// Whether a round goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    /// More letters may come.
    Open,
    /// All letters were delivered.
    Over,
}

impl Post {
    /// Joins the other workers.
    pub(crate) fn new(allocator: Allocator) -> Self {
        // Without a clock, a worker never sleeps.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let boxes = Boxes::default();
        let delivered = Rc::clone(&boxes);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, letters) = scope.new_input::<Vec<Parcel>>();
            let by_address = Exchange::new(|parcel: &Parcel| u64::from(parcel.to));
            let nothing = letters.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                by_address,
                "Deliver",
                |_, _| {
                    move |input, _| {
                        input.for_each(|time, parcels| {
                            let mut boxes = delivered.borrow_mut();
                            boxes[parity(*time.time() >> BAG_BITS)].extend(parcels.drain(..));
                        });
                    }
                },
            );
            let (probe, _) = nothing.probe();
            (input, probe)
        });
        Self { worker, input, probe, boxes, round: 0, bag: 0 }
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> u32 {
        u32::try_from(self.worker.index()).expect("workers should be countable")
    }

    /// How many workers there are.
    pub(crate) fn peers(&self) -> u32 {
        u32::try_from(self.worker.peers()).expect("workers should be countable")
    }

    /// How many rounds are over.
    pub(crate) fn rounds(&self) -> u64 {
        self.round
    }

    /// Puts a letter into the mailbag.
    pub(crate) fn send(&mut self, to: u32, letter: Letter) {
        let from = self.index();
        self.input.send(Parcel { to, from, letter });
    }

    /// Writes to everybody, oneself included.
    pub(crate) fn send_all(&mut self, letter: &Letter) {
        for to in 0..self.peers() {
            self.send(to, letter.clone());
        }
    }

    /// Sends the mailbag off.
    pub(crate) fn dispatch(&mut self) {
        self.bag += 1;
        self.input.advance_to(self.round << BAG_BITS | self.bag);
        self.worker.step();
    }

    /// Lets the post work for a moment.
    pub(crate) fn step(&mut self) {
        self.worker.step();
    }

    /// The next letter of this round that has come.
    pub(crate) fn receive(&mut self) -> Option<Parcel> {
        self.boxes.borrow_mut()[parity(self.round)].pop_front()
    }

    /// Sends nothing more in this round.
    pub(crate) fn close(&mut self) {
        self.input.advance_to((self.round + 1) << BAG_BITS);
        self.worker.step();
    }

    /// After [`close`](Self::close): works, or sleeps if there is nothing to do.
    pub(crate) fn wait(&mut self) -> Round {
        if self.probe.less_than(&((self.round + 1) << BAG_BITS)) {
            self.worker.step_or_park(Some(NAP));
            Round::Open
        } else {
            Round::Over
        }
    }

    /// Goes on to the next round. All letters of this one should have been received.
    pub(crate) fn turn(&mut self) {
        debug_assert!(self.boxes.borrow()[parity(self.round)].is_empty(), "letters are left");
        self.round += 1;
        self.bag = 0;
    }

    /// Leaves the others in good order.
    pub(crate) fn leave(self) {
        let Self { mut worker, input, .. } = self;
        input.close();
        while worker.has_dataflows() {
            worker.step_or_park(Some(NAP));
        }
    }
}

fn parity(round: u64) -> usize {
    usize::from(round & 1 == 1)
}
