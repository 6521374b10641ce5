//! `tribunal check --hosts`: several processes on the loopback.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Two counters that meet at the end, and a property that holds.
const COUNTERS: &str = "
byte x, y;
active proctype left()  { do :: x < 40 -> x++ :: else -> break od }
active proctype right() { do :: y < 40 -> y++ :: else -> break od; assert(x < 40) }
";

/// A folder of the test's own, with the model.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&path).expect("the temporary folder should be writable");
    write(&path.join("counters.pml"), COUNTERS);
    path
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("the temporary folder should be writable");
}

/// A file that names so many addresses where nobody listens.
fn hosts(folder: &Path, count: usize) -> PathBuf {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("there should be a free port"))
        .collect();
    let address = |it: &TcpListener| it.local_addr().expect("a listener should have an address");
    let lines: Vec<String> = listeners.iter().map(|it| format!("{}\n", address(it))).collect();
    let path = folder.join("hosts.txt");
    write(&path, &format!("# one for each process\n{}", lines.concat()));
    path
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.arg("check").arg(folder.join("counters.pml")).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary should start")
}

fn end(child: Child) -> Output {
    child.wait_with_output().expect("the command should end by itself")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output should be UTF-8")
}

/// What processes of one search print.
fn together(folder: &Path, processes: usize, arguments: &[&str]) -> Vec<Output> {
    let hosts = hosts(folder, processes);
    let hosts = hosts.to_string_lossy();
    let children: Vec<Child> = (0..processes)
        .map(|process| {
            let number = process.to_string();
            let all = [&["--hosts", &hosts, "--process", &number], arguments].concat();
            start(folder, &all)
        })
        .collect();
    children.into_iter().map(end).collect()
}

fn counts(output: &Output) -> (Value, Value) {
    let report: Value = serde_json::from_slice(&output.stdout).expect("output should be JSON");
    let statistics = &report["statistics"];
    (report["verdict"].clone(), statistics["searches"][0]["states"].clone())
}

#[test]
fn two_processes_say_what_one_says() {
    let folder = folder("two_processes");
    for property in ["assertions", "end-states"] {
        let asked = ["--reduce", "none", "--property", property, "--all-errors", "--json"];
        let alone = end(start(&folder, &asked));
        for output in together(&folder, 2, &asked) {
            assert_eq!(counts(&output), counts(&alone), "{}", text(&output.stderr));
            assert_eq!(output.status, alone.status);
        }
    }
    let outputs = together(&folder, 2, &["--threads", "2", "--reduce", "none"]);
    let [reporter, other] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((reporter.status.code(), other.status.code()), (Some(1), Some(1)));
    assert!(text(&reporter.stdout).starts_with("FALSE"), "{}", text(&reporter.stdout));
    assert!(text(&reporter.stdout).contains(" by distributed, checked"));
    assert!(text(&other.stdout).starts_with("process 1: false, stored "));
    assert_eq!(text(&other.stdout).lines().count(), 1);
}

#[test]
fn a_process_that_is_killed_leaves_no_verdict() {
    let folder = folder("killed");
    let model = COUNTERS.replace("byte", "int").replace("40", "40000");
    write(&folder.join("counters.pml"), &model);
    let hosts = hosts(&folder, 2);
    let hosts = hosts.to_string_lossy();
    let peer =
        |process| start(&folder, &["--hosts", &hosts, "--process", process, "--reduce", "none"]);
    let (survivor, mut victim) = (peer("0"), peer("1"));
    std::thread::sleep(std::time::Duration::from_secs(2));
    victim.kill().expect("it should be running");
    let output = end(survivor);
    victim.wait().expect("it was killed");
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stdout);
    assert!(said.starts_with("MAYBE") && said.contains("the connection was lost"), "{said}");
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
}

#[test]
fn wrong_hosts_are_refused() {
    let folder = folder("wrong_hosts");
    let hosts = hosts(&folder, 2);
    let hosts = hosts.to_string_lossy();
    let nonsense = folder.join("nonsense.txt");
    write(&nonsense, "localhost\n");
    let nonsense = nonsense.to_string_lossy();
    let cases: [(&[&str], &str); 5] = [
        (&["--hosts", &hosts], "--process"),
        (&["--process", "0"], "--hosts"),
        (&["--hosts", &hosts, "--process", "2"], "there is no process 2"),
        (&["--hosts", &nonsense, "--process", "0"], "is not of the form host:port"),
        (&["--hosts", &hosts, "--process", "0", "--store", "bitstate"], "stored exactly"),
    ];
    for (arguments, message) in cases {
        let output = end(start(&folder, arguments));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}
