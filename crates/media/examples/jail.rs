//! For the tests of the jail: the child as in the product, and what must not work in there.
//!
//! - `jail media-jail …` is the child.
//! - `jail probe FOLDER` locks itself up like the child of a picture and reports what still works.
//! - `jail without-landlock PROGRAM …` runs a program as if the kernel had no landlock.
//! - `jail spin` and `jail sleep` never end by themselves.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read, Write},
    net::{TcpStream, UdpSocket},
    os::unix::{net::UnixDatagram, process::CommandExt},
    process::{Command, ExitCode},
    time::Duration,
};

use media::{
    jail::{self, Strength, lockdown},
    rules::PICTURE_LIMITS,
};

/// As in the product, because it decides how limits of memory are felt.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    if command == jail::COMMAND {
        return jail::child::main(args);
    }
    match command.to_str() {
        Some("probe") => probe(),
        Some("without-landlock") => without_landlock(args.collect()),
        Some("spin") => loop {
            std::hint::spin_loop();
        },
        Some("sleep") => std::thread::sleep(Duration::from_secs(600)),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}

/// Prints one line for each attempt: its name, and the number of the error or `ok`.
fn probe() {
    let mut open = File::open("/proc/self/status").expect("a file that stays open");
    let parent = rustix::process::getppid().expect("a parent");
    lockdown::apply(&PICTURE_LIMITS, Strength::Full, &lockdown::Files::None).expect("locked up");

    let attempts: [(&str, io::Result<()>); 14] = [
        ("read-open-file", open.read_to_end(&mut Vec::new()).map(drop)),
        ("open", File::open("/etc/passwd").map(drop)),
        ("open-proc", File::open("/proc/self/mem").map(drop)),
        ("create", File::create("/tmp/made-in-jail").map(drop)),
        ("stat", fs::metadata("/etc/passwd").map(drop)),
        ("list", fs::read_dir("/").map(drop)),
        ("remove", fs::remove_file("/tmp/made-in-jail")),
        ("tcp", TcpStream::connect(("127.0.0.1", 80)).map(drop)),
        ("udp", UdpSocket::bind(("127.0.0.1", 0)).map(drop)),
        ("unix", UnixDatagram::unbound().map(drop)),
        ("exec", Err(Command::new("/bin/true").exec())),
        ("fork", Command::new("/bin/true").status().map(drop)),
        ("thread", std::thread::Builder::new().spawn(|| ()).map(drop)),
        // Signal 0 asks only whether it would be allowed.
        ("kill", rustix::process::test_kill_process(parent).map_err(io::Error::from)),
    ];
    let mut report = String::new();
    for (name, result) in attempts {
        let outcome = match result {
            Ok(()) => "ok".to_owned(),
            Err(error) => {
                error.raw_os_error().map_or_else(|| format!("{:?}", error.kind()), |n| n.to_string())
            }
        };
        report.push_str(&format!("{name} {outcome}\n"));
    }
    io::stdout().write_all(report.as_bytes()).expect("reported");
}

fn without_landlock(command: Vec<OsString>) {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
    let calls =
        [libc::SYS_landlock_create_ruleset, libc::SYS_landlock_add_rule, libc::SYS_landlock_restrict_self];
    let filter: BpfProgram = SeccompFilter::new(
        calls.into_iter().map(|call| (call, Vec::new())).collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
        std::env::consts::ARCH.try_into().expect("a known architecture"),
    )
    .and_then(TryInto::try_into)
    .expect("a filter");
    seccompiler::apply_filter(&filter).expect("applied");
    let (program, args) = command.split_first().expect("a program");
    panic!("{}", Command::new(program).args(args).exec());
}
