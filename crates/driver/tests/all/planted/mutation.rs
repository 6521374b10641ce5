//! Random changes of certificates and programs.

use tribunal_ir::{Program, text, verify};
use tribunal_report::certificate_file::{
    CertificateFile, ContentText, Evidence, LocationInvariants, StatementText,
};

/// G. Steele, D. Lea, C. Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}

/// What was changed.
pub(crate) enum Mutation {
    Certificate(CertificateFile),
    /// The program; `None` if the change makes none.
    Program(Option<Program>),
}

/// Changes a certificate or, less often, its program.
pub(crate) fn mutate(program: &Program, file: &CertificateFile, random: &mut Random) -> Mutation {
    if random.below(3) == 0 {
        return Mutation::Program(changed_program(program, random));
    }
    let mut file = file.clone();
    let told: Vec<usize> =
        (0..file.invariants.len()).filter(|it| !file.invariants[*it].is_empty()).collect();
    if told.is_empty() || random.below(8) == 0 && counts(&mut file).next().is_some() {
        change_count(&mut file, random);
        return Mutation::Certificate(file);
    }
    let group = told[random.below(told.len())];
    let invariants = &mut file.invariants[group];
    let at = random.below(invariants.len());
    match random.below(8) {
        // No run is said to come there.
        0 => _ = invariants.remove(at),
        1 => {
            let other = random.below(invariants.len());
            let holds = invariants[other].holds.clone();
            invariants[at].holds = holds;
        }
        2 => change_some(invariants, random, |holds, number, _| _ = holds.remove(number)),
        _ => change_some(invariants, random, |holds, number, random| {
            change_statement(&mut holds[number], random);
        }),
    }
    Mutation::Certificate(file)
}

/// How many iterations are told.
fn counts(file: &mut CertificateFile) -> impl Iterator<Item = &mut u64> {
    file.properties.iter_mut().filter_map(|it| match &mut it.evidence {
        Evidence::Unrolled { iterations } | Evidence::Inductive { iterations, .. } => {
            Some(iterations)
        }
        _ => None,
    })
}

/// Tells of fewer iterations, or of more.
fn change_count(file: &mut CertificateFile, random: &mut Random) {
    let which = random.below(counts(file).count());
    if let Some(count) = counts(file).nth(which) {
        let near = [0, 1, count.saturating_sub(1), *count / 2, *count + 1];
        *count = near[random.below(near.len())];
    }
}

/// Changes a statement, if there is one.
fn change_some(
    invariants: &mut [LocationInvariants],
    random: &mut Random,
    change: impl FnOnce(&mut Vec<StatementText>, usize, &mut Random),
) {
    let mut told: Vec<&mut LocationInvariants> =
        invariants.iter_mut().filter(|it| !it.holds.is_empty()).collect();
    if told.is_empty() {
        return;
    }
    let at = random.below(told.len());
    let number = random.below(told[at].holds.len());
    change(&mut told[at].holds, number, random);
}

fn change_statement(statement: &mut StatementText, random: &mut Random) {
    let text = match statement {
        StatementText::Condition(text) => text,
        StatementText::Pointer(it) => {
            let at = random.below(it.targets.len());
            match (it.targets.get_mut(at), random.below(2)) {
                (Some(target), 0) => &mut target.offsets,
                (Some(_), _) => {
                    it.targets.remove(at);
                    return;
                }
                (None, _) => return,
            }
        }
        StatementText::Memory(it) => match &mut it.content {
            ContentText::Absent => {
                it.content = ContentText::Alive;
                return;
            }
            ContentText::Alive => {
                it.content = ContentText::Absent;
                return;
            }
            ContentText::Size(values) | ContentText::Numbers { values, .. } => values,
            ContentText::Pointers { targets, .. } => {
                targets.pop();
                return;
            }
        },
    };
    *text = changed_text(text, random);
}

/// A program with a comparison flipped or a constant changed in one of its edges.
fn changed_program(program: &Program, random: &mut Random) -> Option<Program> {
    let printed = text::print(program);
    let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
    let is_edge =
        |it: &String| it.contains(" -> ") && (it.contains(" when ") || it.contains(" do "));
    let mut edges: Vec<usize> = (0..lines.len()).filter(|it| is_edge(&lines[*it])).collect();
    // Half of the time, a condition.
    if random.below(2) == 0 {
        edges.retain(|it| lines[*it].contains(" when "));
    }
    let line = *edges.get(random.below(edges.len()))?;
    // The ends of the edge stay as they are, and so does what it says it violates.
    let start = lines[line].find(" when ").or_else(|| lines[line].find(" do "))?;
    let end = lines[line].find(" violates ").unwrap_or(lines[line].len());
    let changed = changed_text(&lines[line][start..end.max(start)], random);
    lines[line].replace_range(start..end.max(start), &changed);
    let (mutant, _) = text::parse(&lines.join("\n"));
    mutant.filter(|it| verify(it).is_empty())
}

/// A text with a comparison flipped or a number changed.
fn changed_text(text: &str, random: &mut Random) -> String {
    const FLIPPED: [(&str, &str); 5] =
        [(" <= ", " < "), (" < ", " <= "), (" == ", " != "), (" != ", " == "), (" && ", " || ")];
    let mut places: Vec<(usize, usize, String)> = Vec::new();
    for (old, new) in FLIPPED {
        places.extend(text.match_indices(old).map(|(at, _)| (at, old.len(), new.to_owned())));
    }
    let bytes = text.as_bytes();
    let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it == b'#';
    let mut at = 0;
    while at < bytes.len() {
        let is_start = bytes[at].is_ascii_digit() && (at == 0 || !is_word(bytes[at - 1]));
        let length = bytes[at..].iter().take_while(|it| it.is_ascii_digit()).count();
        if is_start && let Ok(number) = text[at..at + length].parse::<u128>() {
            let near = [number.saturating_sub(1), number + 1, number / 2, number * 2 + 3];
            places.extend(near.map(|it| (at, length, it.to_string())));
        }
        at += length.max(1);
    }
    let Some((at, length, new)) = places.get(random.below(places.len())) else {
        return text.to_owned();
    };
    format!("{}{new}{}", &text[..*at], &text[at + length..])
}
