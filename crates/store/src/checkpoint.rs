//! Writing a set to a file and reading it back.
//!
//! The kind, the packing, the words of each dictionary in the order of their numbers, the keys or
//! fingerprints (or the array of bits), and a checksum. All numbers have eight bytes, the lowest first.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;

use crate::Key;
use crate::mix::mix;
use crate::packing::{CHUNK, Class, Packing};
use crate::repack::Share;
use crate::row::Row;
use crate::session::{Insertion, Prepared};
use crate::store::{Kind, NO_KEY, Set, Store};

/// What a file begins with; the last digit is the version of the format.
const HEADER: u64 = u64::from_le_bytes(*b"trbset-3");

/// Longer states, or more classes of them, are taken for a broken file.
const LONGEST: u64 = 1 << 30;

impl Store {
    /// Writes the set. No session may be inserting meanwhile.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, output: &mut impl Write) -> io::Result<()> {
        let mut output = Summed { inner: output, sum: 0 };
        output.write(HEADER)?;
        let kind = match self.kind {
            Kind::Exact => [0; 4],
            Kind::Small => [1, 0, 0, 0],
            Kind::Compact => [2, 0, 0, 0],
            Kind::Bitstate { bits, hashes, seed } => [3, bits, hashes.into(), seed],
        };
        kind.into_iter().try_for_each(|it| output.write(it))?;
        output.write(self.tree.packing.classes.len() as u64)?;
        for class in &self.tree.packing.classes {
            output.write(class.length as u64)?;
            output.write_bytes(&class.reference)?;
            output.write_bytes(&class.mask)?;
            output.write_bytes(&class.more)?;
            let row = class.row.as_ref().map_or(&[][..], |it| &it.widths);
            output.write(row.len() as u64)?;
            for (width, &number) in class.widths().into_iter().zip(row) {
                output.write(width.into())?;
                output.write(number.into())?;
            }
        }
        for dictionary in &self.tree.dictionaries {
            let words = u32::try_from(dictionary.len()).unwrap_or(u32::MAX);
            output.write(words.into())?;
            (0..words).try_for_each(|it| output.write(dictionary.word(it)))?;
        }
        output.write(self.len())?;
        if let Set::Bitstate(bits) = &self.set {
            output.write(bits.lines.len() as u64)?;
            for cell in bits.lines.iter().flat_map(|it| &it.0) {
                output.write(cell.load(Ordering::Relaxed))?;
            }
        }
        let mut result = Ok(());
        self.for_each(Share::ALL, |key| {
            if result.is_ok() {
                result = output.write(key);
            }
        });
        result?;
        output.write(output.sum)?;
        output.inner.flush()
    }

    /// Reads a set that was written by [`save`](Self::save). It uses at most so many bytes.
    ///
    /// # Errors
    /// If reading fails, if this is no such file, or if the memory is too small.
    pub fn load(input: &mut impl Read, memory: Option<u64>) -> io::Result<Self> {
        let mut input = Summed { inner: input, sum: 0 };
        if input.read()? != HEADER {
            return Err(broken("this is no set of states of this version"));
        }
        let kind = match [input.read()?, input.read()?, input.read()?, input.read()?] {
            [0, ..] => Kind::Exact,
            [1, ..] => Kind::Small,
            [2, ..] => Kind::Compact,
            [3, bits, hashes, seed] => {
                let hashes =
                    u32::try_from(hashes).map_err(|_| broken("too many hash functions"))?;
                Kind::Bitstate { bits, hashes, seed }
            }
            _ => return Err(broken("unknown kind")),
        };
        let mut classes = Vec::new();
        let count = input.read()?;
        for _ in 0..count {
            let length = input.read()?;
            if length > LONGEST || classes.len() == Packing::MOST_CLASSES {
                return Err(broken("impossible packing"));
            }
            let reference = input.read_bytes(length)?;
            let mask = input.read_bytes(length)?;
            let more = input.read_bytes(length)?;
            let columns = input.read()?;
            let class = if columns == 0 {
                Class::new(&reference, mask, more)
            } else {
                let (widths, row) = input.read_row(columns)?;
                let class = Class::in_row(&reference, mask, &widths, row);
                class.ok_or_else(|| broken("impossible row"))?
            };
            classes.push(class);
        }
        let store = Self::try_new(kind, Packing { classes }, 0, memory).ok_or_else(too_small)?;
        store.load_members(&mut input)?;
        let sum = input.sum;
        if input.read()? != sum {
            return Err(broken("wrong checksum"));
        }
        Ok(store)
    }

    fn load_members(&self, input: &mut Summed<&mut impl Read>) -> io::Result<()> {
        let mut session = self.session();
        for (dictionary, _) in self.tree.dictionaries.iter().enumerate() {
            for number in 0..input.read()? {
                let word = input.read()?;
                let (given, new) = session.number(dictionary, word).ok_or_else(too_small)?;
                if !new || u64::from(given) != number {
                    return Err(broken("a word occurs twice"));
                }
            }
        }
        let members = input.read()?;
        if let Set::Bitstate(bits) = &self.set {
            if input.read()? != bits.lines.len() as u64 {
                return Err(too_small());
            }
            for cell in bits.lines.iter().flat_map(|it| &it.0) {
                cell.store(input.read()?, Ordering::Relaxed);
            }
            self.members.store(members, Ordering::Release);
            return Ok(());
        }
        for _ in 0..members {
            let key: Key = input.read()?;
            let hash = if self.is_invertible() { mix(key) } else { key };
            match session.insert(Prepared { key, hash }) {
                Insertion::New(_) => {}
                Insertion::Known(_) => return Err(broken("a state occurs twice")),
                Insertion::Full if key == NO_KEY => return Err(broken("impossible state")),
                Insertion::Full => return Err(too_small()),
            }
        }
        Ok(())
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn too_small() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "the set does not fit the memory")
}

/// A file and a checksum of what was read or written.
struct Summed<T> {
    inner: T,
    sum: u64,
}

impl<T: Write> Summed<T> {
    fn write(&mut self, number: u64) -> io::Result<()> {
        self.sum = mix(self.sum ^ number).wrapping_add(1);
        self.inner.write_all(&number.to_le_bytes())
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        bytes.iter().try_for_each(|&it| self.write(it.into()))
    }
}

impl<T: Read> Summed<T> {
    fn read(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.inner.read_exact(&mut bytes)?;
        let number = u64::from_le_bytes(bytes);
        self.sum = mix(self.sum ^ number).wrapping_add(1);
        Ok(number)
    }

    /// The widths of the chunks of a row, and the row.
    fn read_row(&mut self, count: u64) -> io::Result<(Vec<u32>, Row)> {
        if count > CHUNK.into() {
            return Err(broken("impossible row"));
        }
        let mut width = || self.read()?.try_into().map_err(|_| broken("not a width"));
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for _ in 0..count {
            pairs.push((width()?, width()?));
        }
        let (widths, numbers) = pairs.into_iter().unzip();
        let row = Row::new(numbers).ok_or_else(|| broken("impossible row"))?;
        Ok((widths, row))
    }

    fn read_bytes(&mut self, count: u64) -> io::Result<Vec<u8>> {
        (0..count).map(|_| self.read()?.try_into().map_err(|_| broken("not a byte"))).collect()
    }
}
