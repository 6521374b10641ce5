//! What steps share, in which ways they touch it, and which of those ways get in each other's way.
//!
//! Each way of touching each object has a number of its own. A step has two sets of them: the ways
//! in which it touches things, and the ways in which others must not touch things if they are to
//! commute with it. The conflicts between ways are symmetric.

use super::bits::Set;
use rustc_hash::FxHashMap;

/// Something that several processes can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    /// Whatever there is.
    Everything,
    /// A global scalar, by the string of bytes it lies in and its first bit.
    Scalar { matched: bool, bit: u32 },
    /// A block of global scalars of which one is picked at run time.
    Block(u32),
    /// The channel of this number.
    Channel(i64),
    /// A channel that is picked at run time.
    AnyChannel,
    /// Which processes are alive.
    Processes,
    /// Whether processes are at a label.
    Label(u32),
    /// Local variables that others read, by their process.
    Remote { process: u32, block: u32 },
    /// Whether processes are at progress marks.
    Progress,
    /// Whether processes are at accept marks.
    Acceptance,
    /// Where exactly processes are.
    Counters,
    /// The priorities of processes.
    Priorities,
}

/// A way of touching an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(u32);

impl Way {
    /// Of everything: asking about it.
    pub(super) const WATCH: Self = Self(0);

    pub(super) const READ: Self = Self(0);
    /// Storing a value that is not known or is large.
    pub(super) const WRITE: Self = Self(1);

    /// Of a block: reading or writing one scalar that is known.
    pub(super) const READ_ONE: Self = Self(0);
    pub(super) const WRITE_ONE: Self = Self(1);
    /// Of a block: reading or writing one that is not known.
    pub(super) const READ_SOME: Self = Self(2);
    pub(super) const WRITE_SOME: Self = Self(3);

    /// Of a channel: appending a message if there is room.
    pub(super) const SEND: Self = Self(0);
    /// Removing a message if there is a suitable one.
    pub(super) const RECEIVE: Self = Self(1);
    /// Copying a message if there is a suitable one.
    pub(super) const COPY: Self = Self(2);
    /// Sending or receiving under other circumstances.
    pub(super) const MEDDLE: Self = Self(3);
    /// Asking about its messages.
    pub(super) const LOOK: Self = Self(4);
    /// Offering a message at a rendezvous.
    pub(super) const OFFER: Self = Self(5);
    /// Being ready for one.
    pub(super) const ACCEPT: Self = Self(6);
    /// Coming where one is ready for one, or going away.
    pub(super) const COME_AND_GO: Self = Self(7);
    /// Asking whether somebody is ready for one.
    pub(super) const EXPECT: Self = Self(8);
    /// Relying on there being room for so many messages.
    pub(super) const HAS_ROOM: Self = Self(9);
    /// Relying on there being so many messages, or on the first one.
    pub(super) const HAS_MESSAGES: Self = Self(10);

    /// Of the processes: starting one.
    pub(super) const SPAWN: Self = Self(1);
    /// Ending, if youngest.
    pub(super) const EXIT: Self = Self(2);
    /// Ending, or not, in the middle of a step.
    pub(super) const EXIT_INSIDE: Self = Self(3);

    /// Storing a number that is known.
    pub(super) fn store(value: Option<i64>) -> Self {
        match value {
            Some(value @ 0..KNOWN) => {
                Self(2 + u32::try_from(value).expect("a small number should fit"))
            }
            _ => Self::WRITE,
        }
    }
}

/// Stores of the numbers below this are told apart.
pub(super) const KNOWN: i64 = 4;

/// How many ways there are to touch a channel.
const CHANNEL_WAYS: u32 = 11;

impl Object {
    /// How many ways there are to touch it.
    fn ways(self) -> u32 {
        match self {
            Self::Everything => 1,
            Self::Scalar { .. } | Self::Priorities => 6,
            Self::Block(_) | Self::Processes => 4,
            Self::Channel(_) => CHANNEL_WAYS,
            Self::AnyChannel => 2 * CHANNEL_WAYS,
            Self::Label(_)
            | Self::Remote { .. }
            | Self::Progress
            | Self::Acceptance
            | Self::Counters => 2,
        }
    }

    /// The ways that conflict with one, as bits.
    fn conflicts(self, Way(way): Way) -> u32 {
        match self {
            // Each step conflicts with watching, see `Footprint`.
            Self::Everything => 0,
            Self::Scalar { .. } | Self::Priorities => match way {
                0 => 0b11_1110,
                1 => 0b11_1111,
                // Equal stores commute.
                _ => 0b11_1111 & !(1 << way),
            },
            // Only its owner changes such a thing.
            Self::Label(_)
            | Self::Remote { .. }
            | Self::Progress
            | Self::Acceptance
            | Self::Counters => [0b10, 0b01][way as usize],
            Self::Block(_) => [0b1000, 0b1100, 0b1010, 0b1111][way as usize],
            // Two cannot both be the youngest.
            Self::Processes => [0b1110, 0b1111, 0b1011, 0b1111][way as usize],
            Self::Channel(_) => channel_conflicts(way),
            Self::AnyChannel => {
                let some = channel_conflicts(way % CHANNEL_WAYS) << CHANNEL_WAYS;
                let one = channel_conflicts(way % CHANNEL_WAYS);
                if way < CHANNEL_WAYS { some } else { some | one }
            }
        }
    }
}

/// The ways of touching a channel that conflict with one, as bits.
///
/// A send and a receive that are both possible commute: the channel is neither empty nor full.
fn channel_conflicts(way: u32) -> u32 {
    let ways = |ways: &[Way]| ways.iter().fold(0, |bits, Way(way)| bits | 1 << way);
    match Way(way) {
        Way::SEND => ways(&[Way::SEND, Way::MEDDLE, Way::LOOK, Way::HAS_ROOM]),
        Way::RECEIVE => ways(&[Way::RECEIVE, Way::COPY, Way::MEDDLE, Way::LOOK, Way::HAS_MESSAGES]),
        Way::COPY => ways(&[Way::RECEIVE, Way::MEDDLE]),
        Way::LOOK => ways(&[Way::SEND, Way::RECEIVE, Way::MEDDLE]),
        Way::HAS_ROOM => ways(&[Way::SEND, Way::MEDDLE]),
        Way::HAS_MESSAGES => ways(&[Way::RECEIVE, Way::MEDDLE]),
        Way::OFFER | Way::ACCEPT => ways(&[Way::MEDDLE]),
        Way::COME_AND_GO => ways(&[Way::EXPECT, Way::MEDDLE]),
        Way::EXPECT => ways(&[Way::COME_AND_GO, Way::MEDDLE]),
        _ => (1 << CHANNEL_WAYS) - 1,
    }
}

/// What a step touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    /// The ways in which it touches things.
    pub(super) touches: Set,
    /// The ways that conflict with those.
    pub(super) conflicts: Set,
    /// It asks about everything.
    pub(super) watches: bool,
    /// It reads local variables of its process that can change.
    pub(super) own: bool,
}

impl Footprint {
    pub(super) fn add(&mut self, other: &Self) {
        self.touches.add(&other.touches);
        self.conflicts.add(&other.conflicts);
        self.watches |= other.watches;
        self.own |= other.own;
    }
}

/// The numbers of all ways in use.
#[derive(Debug)]
pub(super) struct Ways {
    first: FxHashMap<Object, u32>,
    count: u32,
}

impl Default for Ways {
    fn default() -> Self {
        let mut ways = Self { first: FxHashMap::default(), count: 0 };
        ways.number(Object::Everything, Way::WATCH);
        ways
    }
}

impl Ways {
    fn first(&mut self, object: Object) -> u32 {
        let count = &mut self.count;
        *self.first.entry(object).or_insert_with(|| {
            let first = *count;
            *count += object.ways();
            first
        })
    }

    /// The number of a way of touching an object.
    pub(super) fn number(&mut self, object: Object, Way(way): Way) -> u32 {
        self.first(object) + way
    }

    /// Lets a step touch an object.
    pub(super) fn touch(&mut self, footprint: &mut Footprint, object: Object, way: Way) {
        let first = self.first(object);
        footprint.touches.insert(first + way.0);
        footprint.conflicts.insert(0);
        let conflicts = object.conflicts(way);
        for other in (0..object.ways()).filter(|it| conflicts >> it & 1 == 1) {
            footprint.conflicts.insert(first + other);
        }
    }

    /// Lets a step ask about everything.
    pub(super) fn watch(&mut self, footprint: &mut Footprint) {
        self.touch(footprint, Object::Everything, Way::WATCH);
        footprint.watches = true;
    }

    /// Lets a step touch a channel, of a known number or not.
    pub(super) fn touch_channel(
        &mut self,
        footprint: &mut Footprint,
        channel: Option<i64>,
        way: Way,
    ) {
        match channel {
            Some(number) => {
                self.touch(footprint, Object::Channel(number), way);
                self.touch(footprint, Object::AnyChannel, way);
            }
            None => {
                self.touch(footprint, Object::AnyChannel, Way(way.0 + CHANNEL_WAYS));
            }
        }
    }

    /// Collects the ways of touching a channel, known or not, that may concern this one.
    pub(super) fn collect(&mut self, set: &mut Set, channel: Option<i64>, ways: &[Way]) {
        for &way in ways {
            match channel {
                Some(number) => set.insert(self.number(Object::Channel(number), way)),
                None => set.insert(self.number(Object::AnyChannel, way)),
            }
            set.insert(self.number(Object::AnyChannel, Way(way.0 + CHANNEL_WAYS)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Footprint, Object, Way, Ways};
    use crate::stubborn::bits::meet;

    fn accord(left: (Object, Way), right: (Object, Way)) -> bool {
        let mut ways = Ways::default();
        let (mut a, mut b) = (Footprint::default(), Footprint::default());
        ways.touch(&mut a, left.0, left.1);
        ways.touch(&mut b, right.0, right.1);
        let conflict = meet(a.conflicts.words(), b.touches.words());
        assert_eq!(conflict, meet(b.conflicts.words(), a.touches.words()), "symmetry");
        !conflict
    }

    #[test]
    fn equal_stores_commute() {
        let scalar = Object::Scalar { matched: true, bit: 8 };
        let store = |value| (scalar, Way::store(Some(value)));
        assert!(accord(store(1), store(1)));
        assert!(!accord(store(1), store(2)));
        assert!(!accord(store(9), store(9)));
        assert!(!accord(store(1), (scalar, Way::READ)));
        assert!(accord((scalar, Way::READ), (scalar, Way::READ)));
    }

    #[test]
    fn the_ends_of_a_channel_commute() {
        let channel = Object::Channel(1);
        assert!(accord((channel, Way::SEND), (channel, Way::RECEIVE)));
        assert!(accord((channel, Way::COPY), (channel, Way::COPY)));
        assert!(!accord((channel, Way::SEND), (channel, Way::SEND)));
        assert!(!accord((channel, Way::RECEIVE), (channel, Way::COPY)));
        assert!(!accord((channel, Way::LOOK), (channel, Way::SEND)));
        assert!(accord((channel, Way::HAS_ROOM), (channel, Way::RECEIVE)));
        assert!(!accord((channel, Way::HAS_ROOM), (channel, Way::SEND)));
        assert!(accord((channel, Way::HAS_MESSAGES), (channel, Way::SEND)));
        assert!(!accord((channel, Way::HAS_MESSAGES), (channel, Way::RECEIVE)));
        assert!(!accord((channel, Way::HAS_MESSAGES), (channel, Way::MEDDLE)));
        assert!(accord((Object::Channel(2), Way::SEND), (channel, Way::SEND)));
    }

    #[test]
    fn unknown_channels_and_elements_conflict_with_known_ones_only_where_they_must() {
        let mut ways = Ways::default();
        let mut footprint = |channel, way| {
            let mut footprint = Footprint::default();
            ways.touch_channel(&mut footprint, channel, way);
            footprint
        };
        let (known, other) = (footprint(Some(1), Way::SEND), footprint(Some(2), Way::SEND));
        let (unknown, receive) = (footprint(None, Way::SEND), footprint(None, Way::RECEIVE));
        let conflict = |a: &Footprint, b: &Footprint| meet(a.conflicts.words(), b.touches.words());
        assert!(!conflict(&known, &other));
        assert!(conflict(&known, &unknown) && conflict(&unknown, &known));
        assert!(conflict(&unknown, &unknown));
        assert!(!conflict(&known, &receive) && !conflict(&receive, &known));

        let block = Object::Block(0);
        assert!(accord((block, Way::WRITE_ONE), (block, Way::WRITE_ONE)));
        assert!(accord((block, Way::READ_SOME), (block, Way::READ_SOME)));
        assert!(!accord((block, Way::WRITE_ONE), (block, Way::READ_SOME)));
    }

    #[test]
    fn a_start_gets_in_the_way_of_an_end() {
        let processes = Object::Processes;
        assert!(!accord((processes, Way::SPAWN), (processes, Way::EXIT)));
        assert!(!accord((processes, Way::SPAWN), (processes, Way::SPAWN)));
        assert!(accord((processes, Way::EXIT), (processes, Way::EXIT)));
        assert!(!accord((processes, Way::READ), (processes, Way::EXIT)));
    }
}
