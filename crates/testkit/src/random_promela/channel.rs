//! Channels, sends and receives.

use super::model::{Flavour, Generator};

/// A channel that a model declares.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub(super) name: String,
    pub(super) capacity: usize,
    /// How many bits each field has.
    pub(super) fields: &'static [u32],
}

impl Generator<'_> {
    pub(super) fn declare_channels(&mut self) {
        for number in 0..self.choices.below(3) {
            let name = format!("c{number}");
            let capacity = self.capacity();
            // A message of a single bit is a byte for Spin, so there is none here.
            let kinds: [(&'static [u32], &str); 5] = [
                (&[8], "byte"),
                (&[8, 1], "byte, bit"),
                (&[8], "mtype"),
                (&[1, 16], "bit, short"),
                (&[8, 1], "Pair"),
            ];
            let (fields, types) = self.choices.one_of(&kinds);
            self.line(&format!("chan {name} = [{capacity}] of {{ {types} }};"));
            self.channels.push(Channel { name, capacity, fields });
        }
    }

    /// Spin has no rendezvous together with priorities.
    fn capacity(&mut self) -> usize {
        let capacity = self.choices.below(3);
        if self.flavour == Flavour::Priorities { capacity.max(1) } else { capacity }
    }

    /// A channel that a process makes for itself.
    pub(super) fn local_channel(&mut self) {
        let (name, capacity) = (self.fresh("q"), 1 + self.choices.below(2));
        self.line(&format!("chan {name} = [{capacity}] of {{ byte }};"));
        self.channels.push(Channel { name, capacity, fields: &[8] });
    }

    fn channel(&mut self) -> Option<Channel> {
        let count = self.channels.len();
        (0 < count).then(|| self.channels[self.choices.below(count)].clone())
    }

    /// A send or a receive; none if there are no channels.
    pub(super) fn communication(&mut self) -> Option<String> {
        let channel = self.channel()?;
        let text =
            if self.choices.below(2) == 0 { self.send(&channel) } else { self.receive(&channel) };
        Some(text)
    }

    fn send(&mut self, channel: &Channel) -> String {
        let operator = if self.choices.once_in(5) { "!!" } else { "!" };
        let arguments: Vec<_> = channel.fields.iter().map(|_| self.argument()).collect();
        format!("{}{operator}{}", channel.name, arguments.join(","))
    }

    /// A value to send: small, or cut by its field.
    fn argument(&mut self) -> String {
        match self.choices.below(5) {
            0 | 1 => self.choices.below(3).to_string(),
            2 => format!("({}) % 3", self.expression(1)),
            3 => self.variable().name,
            _ => self.choices.one_of(&["257", "-1", "red"]).to_owned(),
        }
    }

    fn receive(&mut self, channel: &Channel) -> String {
        let operator = if self.choices.once_in(4) { "??" } else { "?" };
        let patterns = self.patterns(channel);
        // A copy from a rendezvous channel is an error.
        if 0 < channel.capacity && self.choices.once_in(5) {
            format!("{}{operator}<{patterns}>", channel.name)
        } else {
            format!("{}{operator}{patterns}", channel.name)
        }
    }

    fn patterns(&mut self, channel: &Channel) -> String {
        let mut patterns: Vec<String> = Vec::new();
        let mut stored: Vec<String> = Vec::new();
        for &bits in channel.fields {
            let variable = self.variable();
            // Spin mixes up messages when it goes back, if a variable is narrower than its field, or if
            // a receive both reads and stores it. And it may not store two fields.
            let usable = bits <= variable.bits
                && !variable.name.ends_with("0]")
                && !stored.contains(&variable.name);
            let pattern = match self.choices.below(6) {
                0..=2 if usable => {
                    stored.push(variable.name.clone());
                    variable.name
                }
                3 => self.choices.one_of(&["0", "1", "2", "255", "green"]).to_owned(),
                4 => format!("eval({})", self.choices.below(3)),
                5 if stored.is_empty() && channel.fields.len() == 1 => {
                    format!("eval({})", variable.name)
                }
                _ => "_".to_owned(),
            };
            patterns.push(pattern);
        }
        patterns.join(",")
    }

    /// A condition on a channel; none if there are no channels with a buffer.
    pub(super) fn channel_condition(&mut self) -> Option<String> {
        let channel = self.channel().filter(|it| 0 < it.capacity)?;
        let text = match self.choices.below(3) {
            0 => {
                let word = self.choices.one_of(&["empty", "full", "nempty", "nfull"]);
                format!("{word}({})", channel.name)
            }
            1 => format!("len({}) < {}", channel.name, 1 + self.choices.below(2)),
            _ => {
                let operator = if self.choices.once_in(3) { "??" } else { "?" };
                format!("{}{operator}[{}]", channel.name, self.patterns(&channel))
            }
        };
        Some(text)
    }
}
