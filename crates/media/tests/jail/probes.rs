//! What works in the jail.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use media::jail::{self, ALLOCATOR_RESERVES, JailConfig, JailError, Mode, Strength, Task};
use media::rules::{MediaKind, VIDEO_LIMITS};

use crate::support::{Folder, child, config, picture, process};

const EPERM: &str = "1";
const EACCES: &str = "13";

fn lines(text: &[u8]) -> BTreeMap<String, String> {
    String::from_utf8_lossy(text)
        .lines()
        .map(|line| line.split_once(' ').expect("a name and an outcome"))
        .map(|(name, outcome)| (name.to_owned(), outcome.to_owned()))
        .collect()
}

#[test]
fn the_child_of_a_picture_reaches_no_file_network_program_or_process() {
    let output =
        Command::new(child()).arg("probe").env(ALLOCATOR_RESERVES, "0").output().expect("probe runs");
    let report = lines(&output.stdout);
    assert_eq!(report.len(), 14, "{}", String::from_utf8_lossy(&output.stderr));
    for (attempt, outcome) in report {
        let expected: &[&str] = if attempt == "read-open-file" { &["ok"] } else { &[EPERM, EACCES] };
        assert!(expected.contains(&outcome.as_str()), "{attempt}: {outcome}");
    }
}

fn of_program<const N: usize>(command: [&OsStr; N]) -> Task {
    Task {
        mode: Mode::Video,
        strength: Strength::Full,
        limits: VIDEO_LIMITS,
        output: PathBuf::new(),
        command: command.map(OsStr::to_owned).to_vec(),
    }
}

/// Perl is part of every Debian, and can make any system call. It stands in for an ffmpeg that was taken over.
#[test]
fn a_program_in_the_jail_of_videos_reaches_its_input_its_folder_and_nothing_else() {
    let (folder, other) = (Folder::new(), Folder::new());
    let input = folder.file("input", b"the input");
    let secret = other.file("secret", b"secret");
    let script = r#"
        use POSIX ();
        my ($secret, $out) = @ARGV;
        sub say_it { my ($name, $ok) = @_; print "$name ", $ok ? "ok" : $! + 0, "\n"; }
        my $file;
        say_it("input", open($file, "<", "/proc/self/fd/0"));
        say_it("write", open($file, ">", "$out/result") && print($file "x") && close($file));
        say_it("library", open($file, "<", "/etc/ld.so.cache"));
        say_it("secret", open($file, "<", $secret));
        say_it("passwd", open($file, "<", "/etc/passwd"));
        say_it("environment", open($file, "<", "/proc/1/environ"));
        say_it("overwrite", open($file, ">", $secret));
        say_it("outside", open($file, ">", "/tmp/made-in-jail"));
        say_it("link", symlink("/etc/passwd", "$out/link"));
        say_it("remove", unlink("$out/result"));
        say_it("exec", do { no warnings; exec { "/bin/true" } "true"; 0 });
        say_it("fork", defined(fork()));
        say_it("kill", kill(0, getppid()) == 1);
        my %calls = (SYSCALLS);
        for my $name (sort keys %calls) {
            my ($number, @rest) = @{ $calls{$name} };
            say_it($name, syscall($number, @rest) >= 0);
        }
    "#;
    let calls = [
        ("socket-inet", libc::SYS_socket, "2, 1, 0"),
        ("socket-inet6", libc::SYS_socket, "10, 2, 0"),
        ("socket-unix", libc::SYS_socket, "1, 1, 0"),
        ("socket-netlink", libc::SYS_socket, "16, 3, 0"),
        ("socketpair", libc::SYS_socketpair, "1, 1, 0, 0"),
        ("ptrace", libc::SYS_ptrace, "0, 0, 0, 0"),
        ("mount", libc::SYS_mount, "0, 0, 0, 0, 0"),
        ("unshare", libc::SYS_unshare, "0x10000000"),
        ("setns", libc::SYS_setns, "0, 0"),
        ("bpf", libc::SYS_bpf, "0, 0, 0"),
        ("io-uring", libc::SYS_io_uring_setup, "1, 0"),
        ("keyctl", libc::SYS_keyctl, "0, 0, 0"),
        ("userfaultfd", libc::SYS_userfaultfd, "0"),
        ("memfd", libc::SYS_memfd_create, "0, 0"),
        ("process-vm-readv", libc::SYS_process_vm_readv, "1, 0, 0, 0, 0, 0"),
        ("pidfd", libc::SYS_pidfd_open, "1, 0"),
        ("perf", libc::SYS_perf_event_open, "0, 0, 0, 0, 0"),
        ("seccomp", libc::SYS_seccomp, "0, 0, 0"),
        ("prctl", libc::SYS_prctl, "38, 1, 0, 0, 0"),
        ("ioctl", libc::SYS_ioctl, "0, 0x5412, 0"),
    ];
    let table: Vec<String> =
        calls.iter().map(|(name, number, rest)| format!("'{name}' => [{number}, {rest}]")).collect();
    let script = script.replace("SYSCALLS", &table.join(", "));
    // As a file, because perl opens /dev/null for a script in its arguments.
    let script = folder.file("script.pl", script.as_bytes());
    let task = of_program([
        OsStr::new("/usr/bin/perl"),
        script.as_os_str(),
        secret.as_os_str(),
        folder.path().as_os_str(),
    ]);
    let task = Task { output: folder.path().to_owned(), ..task };
    let output = Command::new(child())
        .arg(jail::COMMAND)
        .args(task.to_args())
        .env("SECRET", "must not arrive")
        .stdin(std::fs::File::open(&input).expect("input"))
        .output()
        .expect("child runs");
    let report = lines(&output.stdout);
    assert_eq!(report.len(), 13 + calls.len(), "{}", String::from_utf8_lossy(&output.stderr));
    for (attempt, outcome) in report {
        let expected: &[&str] = if matches!(attempt.as_str(), "input" | "write" | "library") {
            &["ok"]
        } else {
            &[EPERM, EACCES]
        };
        assert!(expected.contains(&outcome.as_str()), "{attempt}: {outcome}");
    }
    assert_eq!(std::fs::read(&secret).expect("secret"), b"secret");
}

#[test]
fn a_program_starts_with_an_empty_environment() {
    let folder = Folder::new();
    let input = folder.file("input", b"");
    let script = folder.file("script.pl", b"print join ',', keys %ENV");
    let task = of_program([OsStr::new("/usr/bin/perl"), script.as_os_str()]);
    let task = Task { output: folder.path().to_owned(), ..task };
    let output = Command::new(child())
        .arg(jail::COMMAND)
        .args(task.to_args())
        .env("SECRET", "must not arrive")
        .stdin(std::fs::File::open(&input).expect("input"))
        .output()
        .expect("child runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

/// As if the kernel had no landlock.
fn without_landlock(folder: &Folder) -> JailConfig {
    use std::os::unix::fs::PermissionsExt;
    let child = child();
    let script = format!("#!/bin/sh\nexec '{0}' without-landlock '{0}' \"$@\"\n", child.display());
    let program = folder.file("child", script.as_bytes());
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("executable");
    JailConfig::new(program)
}

#[tokio::test]
async fn without_landlock_nothing_is_processed_unless_a_weak_jail_is_chosen() {
    let folder = Folder::new();
    let input = folder.file("a.png", &picture(40, 30, image::ImageFormat::Png));
    let strict = without_landlock(&folder);

    let refused = jail::check(&strict).await.expect_err("no jail");
    assert!(format!("{refused:#}").contains("landlock"), "{refused:#}");
    let failed = process(&strict, MediaKind::Picture, &input).await.err().expect("no jail");
    assert!(matches!(failed, JailError::Failed(_)), "the file is not to blame: {failed:?}");

    let weak = strict.with_strength(Strength::Weak);
    jail::check(&weak).await.expect("weak, by choice");
    process(&weak, MediaKind::Picture, &input).await.expect("processed");
}

#[tokio::test]
async fn the_jail_holds_on_this_machine() {
    jail::check(&config()).await.expect("landlock and seccomp");
    let missing = JailConfig::new(Path::new("/nowhere/matjar"));
    assert!(jail::check(&missing).await.is_err());
}
