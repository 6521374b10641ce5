//! Where included files are looked for, and the standard headers that come with the front end.

use tribunal_preprocess::{File, Files, Include, IncludeStyle, Question};

use crate::support::questions;

/// Next to the including file, along the search path, among our own headers, among those of the machine.
pub(crate) struct Library<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) include: &'a [String],
}

impl Files for Library<'_> {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        let beside = match include.style {
            IncludeStyle::Quoted => self.files.open(include),
            IncludeStyle::Angled | IncludeStyle::Next => None,
        };
        beside
            .or_else(|| {
                self.folders(include).iter().find_map(|folder| {
                    let name = format!("{}/{}", folder.trim_end_matches('/'), include.name);
                    let style = IncludeStyle::Angled;
                    self.files.open(&Include { name: &name, style, ..*include })
                })
            })
            .or_else(|| standard(include.name))
            .or_else(|| {
                let style = IncludeStyle::Angled;
                OF_THE_MACHINE.iter().find_map(|folder| {
                    let name = format!("{folder}/{}", include.name);
                    self.files.open(&Include { name: &name, style, ..*include })
                })
            })
    }

    fn answer(&self, question: Question<'_>) -> i64 {
        questions::answer(question)
    }
}

/// Where headers of other libraries are, which come last.
const OF_THE_MACHINE: [&str; 2] = ["/usr/include", "/usr/include/x86_64-linux-gnu"];

impl<'a> Library<'a> {
    /// The part of the search path that counts.
    fn folders(&self, include: &Include<'_>) -> &'a [String] {
        let all = self.include;
        if include.style != IncludeStyle::Next {
            return all;
        }
        let holds = |folder: &String| {
            let rest = include.from.strip_prefix(folder.trim_end_matches('/'));
            rest.is_some_and(|it| it.starts_with('/'))
        };
        &all[all.iter().position(holds).map_or(0, |it| it + 1)..]
    }
}

/// Whether a standard header comes with the front end.
#[must_use]
pub fn is_standard_header(name: &str) -> bool {
    HEADERS.iter().any(|it| it.0 == name)
}

/// The standard headers that come with the front end.
pub fn standard_headers() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|it| it.0)
}

/// The text of a standard header.
#[must_use]
pub fn standard_header_text(name: &str) -> Option<&'static str> {
    HEADERS.iter().find(|it| it.0 == name).map(|it| it.1)
}

fn standard(name: &str) -> Option<File> {
    let text = standard_header_text(name)?;
    Some(File { path: format!("<{name}>"), text: text.to_owned() })
}

macro_rules! headers {
    ($($name:literal)*) => {
        /// Names and texts.
        const HEADERS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../headers/", $name))),)*];
    };
}

headers! {
    "alloca.h"
    "arpa/inet.h"
    "assert.h"
    "bits/sigset.h"
    "bits/timeval.h"
    "bits/types.h"
    "byteswap.h"
    "complex.h"
    "ctype.h"
    "dirent.h"
    "dlfcn.h"
    "endian.h"
    "err.h"
    "errno.h"
    "error.h"
    "execinfo.h"
    "fcntl.h"
    "features.h"
    "fenv.h"
    "float.h"
    "fnmatch.h"
    "fts.h"
    "ftw.h"
    "getopt.h"
    "glob.h"
    "grp.h"
    "iconv.h"
    "ifaddrs.h"
    "inttypes.h"
    "iso646.h"
    "langinfo.h"
    "libgen.h"
    "libintl.h"
    "limits.h"
    "linux/errqueue.h"
    "locale.h"
    "malloc.h"
    "math.h"
    "memory.h"
    "mntent.h"
    "net/ethernet.h"
    "net/if.h"
    "net/if_arp.h"
    "netdb.h"
    "netinet/if_ether.h"
    "netinet/in.h"
    "netinet/in_systm.h"
    "netinet/ip.h"
    "netinet/ip6.h"
    "netinet/ip_icmp.h"
    "netinet/tcp.h"
    "netinet/udp.h"
    "netpacket/packet.h"
    "nl_types.h"
    "paths.h"
    "poll.h"
    "pthread.h"
    "pty.h"
    "pwd.h"
    "regex.h"
    "sched.h"
    "search.h"
    "semaphore.h"
    "setjmp.h"
    "shadow.h"
    "signal.h"
    "spawn.h"
    "stdalign.h"
    "stdarg.h"
    "stdatomic.h"
    "stdbool.h"
    "stddef.h"
    "stdint.h"
    "stdio.h"
    "stdlib.h"
    "stdnoreturn.h"
    "string.h"
    "strings.h"
    "sys/cdefs.h"
    "sys/epoll.h"
    "sys/errno.h"
    "sys/eventfd.h"
    "sys/fcntl.h"
    "sys/file.h"
    "sys/inotify.h"
    "sys/ioctl.h"
    "sys/ipc.h"
    "sys/mman.h"
    "sys/mount.h"
    "sys/param.h"
    "sys/poll.h"
    "sys/prctl.h"
    "sys/ptrace.h"
    "sys/random.h"
    "sys/resource.h"
    "sys/select.h"
    "sys/sem.h"
    "sys/sendfile.h"
    "sys/shm.h"
    "sys/signal.h"
    "sys/signalfd.h"
    "sys/socket.h"
    "sys/stat.h"
    "sys/statfs.h"
    "sys/statvfs.h"
    "sys/syscall.h"
    "sys/sysinfo.h"
    "sys/syslog.h"
    "sys/sysmacros.h"
    "sys/termios.h"
    "sys/time.h"
    "sys/timerfd.h"
    "sys/times.h"
    "sys/types.h"
    "sys/ucontext.h"
    "sys/uio.h"
    "sys/un.h"
    "sys/unistd.h"
    "sys/utsname.h"
    "sys/vfs.h"
    "sys/wait.h"
    "sys/xattr.h"
    "syscall.h"
    "sysexits.h"
    "syslog.h"
    "termios.h"
    "threads.h"
    "time.h"
    "uchar.h"
    "ucontext.h"
    "unistd.h"
    "utime.h"
    "utmp.h"
    "wait.h"
    "wchar.h"
    "wctype.h"
    "wordexp.h"
}
