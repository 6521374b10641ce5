//! The processes of a distributed search and the wires between them.
//!
//! Each process listens at its own address and calls all processes before it. Both sides say what they
//! are going to search; if that is not the same, there is no search. Nothing is encrypted and nobody is
//! asked who they are beyond that: the network must be one's own.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;
use tribunal_engine::Reason;

/// The processes that search together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Where each process listens, as `host:port`.
    pub hosts: Vec<String>,
    /// Which of them this one is.
    pub process: usize,
    /// How long to wait for the others.
    pub patience: Duration,
}

impl Cluster {
    /// This process alone.
    #[must_use]
    pub fn alone() -> Self {
        Self { hosts: vec![String::new()], process: 0, patience: Duration::ZERO }
    }

    /// Connects this process to all others. `check` is called again and again.
    pub(crate) fn connect(
        &self,
        fingerprint: u64,
        bytes: &Arc<AtomicU64>,
        mut check: impl FnMut() -> Result<(), Reason>,
    ) -> Result<Wires, Reason> {
        let lost = Arc::new(AtomicUsize::new(NOBODY));
        let mut streams: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let listener = self.listen()?;
        let end = Instant::now() + self.patience;
        loop {
            check()?;
            for (peer, host) in self.hosts.iter().enumerate().take(self.process) {
                if streams[peer].is_none() {
                    streams[peer] = self.call(peer, host, fingerprint)?;
                }
            }
            if let Some(listener) = &listener {
                while let Ok((stream, _)) = listener.accept() {
                    if let Some((peer, stream)) = self.answer(stream, fingerprint)? {
                        streams[peer] = Some(stream);
                    }
                }
            }
            let mut missing = (0..self.hosts.len())
                .filter(|&peer| peer != self.process && streams[peer].is_none());
            let Some(peer) = missing.next() else { break };
            if end <= Instant::now() {
                return Err(self.absent(peer, "there is no connection"));
            }
            sleep(PAUSE);
        }
        let wire = |(peer, stream): (usize, Option<TcpStream>)| {
            let (bytes, lost) = (Arc::clone(bytes), Arc::clone(&lost));
            stream.map(|stream| Wire { stream, peer, bytes, lost })
        };
        Ok(Wires { wires: streams.into_iter().enumerate().map(wire).collect(), lost })
    }

    /// What to say if a process is not there.
    pub(crate) fn absent(&self, peer: usize, why: &str) -> Reason {
        let host = self.hosts.get(peer).map_or("?", String::as_str);
        Reason::Disconnected { what: format!("process {peer} at {host}: {why}") }
    }

    /// Waits for calls, if there are processes after this one.
    fn listen(&self) -> Result<Option<TcpListener>, Reason> {
        if self.hosts.len() <= self.process + 1 {
            return Ok(None);
        }
        let host = &self.hosts[self.process];
        let port = host.rsplit(':').next().and_then(|it| it.parse().ok()).unwrap_or(0);
        // The name by which the others know this machine need not be one of its own addresses.
        let listener = TcpListener::bind(host.as_str())
            .or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)));
        let ready = listener.and_then(|it| it.set_nonblocking(true).map(|()| it));
        ready.map(Some).map_err(|error| self.absent(self.process, &error.to_string()))
    }

    /// Calls a process; nothing if it does not answer yet.
    fn call(&self, peer: usize, host: &str, fingerprint: u64) -> Result<Option<TcpStream>, Reason> {
        let Ok(addresses) = host.to_socket_addrs() else {
            return Err(self.absent(peer, "there is no such address"));
        };
        let connect = |it: SocketAddr| TcpStream::connect_timeout(&it, CALL).ok();
        let Some(mut stream) = addresses.into_iter().find_map(connect) else { return Ok(None) };
        let greeting = Greeting { process: self.process as u64, fingerprint };
        let exchanged = prepare(&stream)
            .and_then(|()| greeting.write(&mut stream))
            .and_then(|()| Greeting::read(&mut stream));
        match exchanged {
            Ok(Some(it)) if it.process == peer as u64 && it.fingerprint == fingerprint => {
                Ok(Some(stream))
            }
            Ok(Some(it)) if it.process == peer as u64 => Err(self.absent(peer, OTHER_TASK)),
            Ok(_) => Err(self.absent(peer, "somebody else answers there")),
            // It was about to go: an earlier search is not over there.
            Err(_) => Ok(None),
        }
    }

    /// Answers a call; nothing if it is not from one of us.
    fn answer(
        &self,
        mut stream: TcpStream,
        fingerprint: u64,
    ) -> Result<Option<(usize, TcpStream)>, Reason> {
        let heard = prepare(&stream).and_then(|()| Greeting::read(&mut stream));
        let Ok(Some(theirs)) = heard else { return Ok(None) };
        let Some(peer) = usize::try_from(theirs.process)
            .ok()
            .filter(|it| (self.process + 1..self.hosts.len()).contains(it))
        else {
            return Ok(None);
        };
        let greeting = Greeting { process: self.process as u64, fingerprint };
        if greeting.write(&mut stream).is_err() {
            return Ok(None);
        }
        if theirs.fingerprint != fingerprint {
            return Err(self.absent(peer, OTHER_TASK));
        }
        Ok(Some((peer, stream)))
    }
}

const OTHER_TASK: &str = "it checks another model, or with other options";
/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a call may ring.
const CALL: Duration = Duration::from_secs(2);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(10);
/// In place of a process.
const NOBODY: usize = usize::MAX;

/// While they greet each other, nobody waits for ever.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(ANSWER))
}

/// What both sides say first.
struct Greeting {
    process: u64,
    /// What is going to be searched.
    fingerprint: u64,
}

impl Greeting {
    const MAGIC: u64 = u64::from_le_bytes(*b"tribunl1");

    fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        let words = [Self::MAGIC, self.process, self.fingerprint];
        let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        stream.write_all(&bytes)
    }

    /// Nothing if the other side is no process of ours.
    fn read(stream: &mut TcpStream) -> io::Result<Option<Self>> {
        let mut words = [0; 3];
        for word in &mut words {
            let mut bytes = [0; 8];
            stream.read_exact(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        stream.set_read_timeout(None)?;
        let [magic, process, fingerprint] = words;
        Ok((magic == Self::MAGIC).then_some(Self { process, fingerprint }))
    }
}

/// The connections to all other processes.
pub(crate) struct Wires {
    pub(crate) wires: Vec<Option<Wire>>,
    lost: Arc<AtomicUsize>,
}

impl Wires {
    /// The means to break the connections.
    pub(crate) fn scissors(&self) -> Scissors {
        let wires = self.wires.iter().flatten().filter_map(|it| it.stream.try_clone().ok());
        Scissors { streams: wires.collect(), lost: Arc::clone(&self.lost) }
    }
}

/// Breaks connections.
pub(crate) struct Scissors {
    streams: Vec<TcpStream>,
    lost: Arc<AtomicUsize>,
}

impl Scissors {
    /// Breaks all connections: every process learns that the search is over for it.
    pub(crate) fn cut(&self) {
        for stream in &self.streams {
            // One that is closed already is as good.
            let _: io::Result<()> = stream.shutdown(Shutdown::Both);
        }
    }

    /// The process whose connection ended first, if one did.
    pub(crate) fn lost(&self) -> Option<usize> {
        Some(self.lost.load(Ordering::Relaxed)).filter(|&it| it != NOBODY)
    }
}

/// A connection that counts what is sent and tells when it ends.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    peer: usize,
    bytes: Arc<AtomicU64>,
    lost: Arc<AtomicUsize>,
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer);
        if !matches!(read, Ok(1..)) && !buffer.is_empty() {
            let first = (NOBODY, self.peer);
            let (order, else_order) = (Ordering::Relaxed, Ordering::Relaxed);
            let _: Result<_, _> = self.lost.compare_exchange(first.0, first.1, order, else_order);
        }
        read
    }
}

impl Write for Wire {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(buffer)?;
        self.bytes.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        let (bytes, lost) = (Arc::clone(&self.bytes), Arc::clone(&self.lost));
        Ok(Self { stream: self.stream.try_clone()?, peer: self.peer, bytes, lost })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}
