//! The path of a depth-first search through the product.

use crate::space::{Link, StateId};

/// A path of states with the links that are still to be followed from each.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) frames: Vec<Frame>,
    pub(super) links: Vec<Link>,
}

/// A state on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) state: StateId,
    pub(super) accepting: bool,
    /// Where its links start; the one followed last lies behind those still to be followed.
    pub(super) links: usize,
    pub(super) followed: Option<Link>,
}

impl Path {
    pub(super) fn next(&mut self) -> Option<(Frame, Option<Link>)> {
        let frame = self.frames.last_mut()?;
        if self.links.len() <= frame.links {
            return Some((*frame, None));
        }
        frame.followed = self.links.pop();
        Some((*frame, frame.followed))
    }

    /// Puts the link that was followed last back, as if it had not been, and whatever came of it away.
    pub(super) fn unfollow(&mut self, rest: usize) {
        self.links.truncate(rest);
        if let Some(link) = self.frames.last_mut().and_then(|it| it.followed.take()) {
            self.links.push(link);
        }
    }

    pub(super) fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.links.truncate(frame.links);
        }
    }

    pub(super) fn followed(&self) -> impl Iterator<Item = Link> {
        self.frames.iter().filter_map(|it| it.followed)
    }

    pub(super) fn memory(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>() + self.links.capacity() * size_of::<Link>()
    }
}
