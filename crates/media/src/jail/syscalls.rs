//! The system calls that a child may use. Every other one fails with `EPERM`: network, other processes, mounts,
//! namespaces, keys, tracing, and whatever a newer kernel adds.

use std::collections::BTreeMap;

use libc::{
    PROT_EXEC, SYS_brk, SYS_clock_getres, SYS_clock_gettime, SYS_clock_nanosleep, SYS_clone, SYS_clone3,
    SYS_close, SYS_dup, SYS_dup3, SYS_execve, SYS_exit, SYS_exit_group, SYS_faccessat, SYS_faccessat2,
    SYS_fadvise64, SYS_fcntl, SYS_fdatasync, SYS_fstat, SYS_fsync, SYS_ftruncate, SYS_futex,
    SYS_get_robust_list, SYS_getcwd, SYS_getdents64, SYS_getegid, SYS_geteuid, SYS_getgid, SYS_getpid,
    SYS_getrandom, SYS_getrusage, SYS_gettid, SYS_gettimeofday, SYS_getuid, SYS_lseek, SYS_madvise,
    SYS_membarrier, SYS_mmap, SYS_mprotect, SYS_mremap, SYS_munmap, SYS_nanosleep, SYS_newfstatat,
    SYS_openat, SYS_ppoll, SYS_pread64, SYS_prlimit64, SYS_pselect6, SYS_pwrite64, SYS_read, SYS_readlinkat,
    SYS_readv, SYS_restart_syscall, SYS_rseq, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
    SYS_sched_getaffinity, SYS_sched_yield, SYS_set_robust_list, SYS_set_tid_address, SYS_sigaltstack,
    SYS_statx, SYS_sysinfo, SYS_uname, SYS_write, SYS_writev,
};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Memory, time, random numbers, and handles that are open already.
const OF_EVERY_CHILD: &[i64] = &[
    SYS_brk,
    SYS_clock_getres,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_close,
    SYS_exit,
    SYS_exit_group,
    SYS_fstat,
    SYS_futex,
    SYS_getpid,
    SYS_getrandom,
    SYS_getrusage,
    SYS_gettid,
    SYS_gettimeofday,
    SYS_lseek,
    SYS_madvise,
    SYS_membarrier,
    SYS_mremap,
    SYS_munmap,
    SYS_nanosleep,
    SYS_pread64,
    SYS_read,
    SYS_readv,
    SYS_restart_syscall,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sched_yield,
    SYS_sigaltstack,
    SYS_write,
    SYS_writev,
];

/// What a loader, threads and reading a file by its name need besides. Which files, landlock decides.
const OF_A_PROGRAM: &[i64] = &[
    // Answered with "unknown" by a filter of its own, see `without_clone3`.
    SYS_clone3,
    SYS_dup,
    SYS_dup3,
    SYS_execve,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_fadvise64,
    SYS_fcntl,
    SYS_fdatasync,
    SYS_fsync,
    SYS_ftruncate,
    SYS_get_robust_list,
    SYS_getcwd,
    SYS_getdents64,
    SYS_getegid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getuid,
    SYS_mmap,
    SYS_mprotect,
    SYS_newfstatat,
    SYS_openat,
    SYS_ppoll,
    SYS_pselect6,
    SYS_pwrite64,
    SYS_readlinkat,
    SYS_rseq,
    SYS_sched_getaffinity,
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_statx,
    SYS_sysinfo,
    SYS_uname,
];

/// Older forms of the calls above, which only this architecture has.
#[cfg(target_arch = "x86_64")]
const OF_A_PROGRAM_HERE: &[i64] = &[
    libc::SYS_access,
    libc::SYS_arch_prctl,
    libc::SYS_dup2,
    libc::SYS_getdents,
    libc::SYS_lstat,
    libc::SYS_open,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_select,
    libc::SYS_stat,
    libc::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const OF_A_PROGRAM_HERE: &[i64] = &[];

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// For a child that decodes by itself: no name of a file, no thread, no program, and no memory that is code.
pub fn for_picture() -> Result<Vec<BpfProgram>, BackendError> {
    Ok(vec![compiled(picture_rules()?)?])
}

fn picture_rules() -> Result<Rules, BackendError> {
    let mut rules = unconditional(OF_EVERY_CHILD);
    let not_code = SeccompCmpOp::MaskedEq(PROT_EXEC.unsigned_abs().into());
    for call in [SYS_mmap, SYS_mprotect] {
        rules.insert(call, vec![rule(2, SeccompCmpArgLen::Dword, not_code.clone(), 0)?]);
    }
    Ok(rules)
}

/// For a child that becomes ffmpeg. To be applied in this order.
pub fn for_program() -> Result<Vec<BpfProgram>, BackendError> {
    Ok(vec![without_clone3()?, compiled(program_rules()?)?])
}

fn program_rules() -> Result<Rules, BackendError> {
    let mut rules = unconditional(OF_EVERY_CHILD);
    rules.extend(unconditional(OF_A_PROGRAM));
    rules.extend(unconditional(OF_A_PROGRAM_HERE));
    // Threads, but no processes: the parent could not end those, and limits would count anew.
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    rules.insert(SYS_clone, vec![rule(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(thread), thread)?]);
    // Its own limits only, which it cannot raise.
    rules.insert(SYS_prlimit64, vec![rule(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, 0)?]);
    Ok(rules)
}

/// The arguments of `clone3` stand in memory, where a filter cannot see whether a thread or a process is wanted. As a
/// call that the kernel does not know it makes the C library use `clone`.
fn without_clone3() -> Result<BpfProgram, BackendError> {
    filter(
        unconditional(&[SYS_clone3]),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
    )
}

fn compiled(rules: Rules) -> Result<BpfProgram, BackendError> {
    filter(rules, SeccompAction::Errno(libc::EPERM.unsigned_abs()), SeccompAction::Allow)
}

fn filter(rules: Rules, otherwise: SeccompAction, listed: SeccompAction) -> Result<BpfProgram, BackendError> {
    SeccompFilter::new(rules, otherwise, listed, std::env::consts::ARCH.try_into()?)?.try_into()
}

fn unconditional(calls: &[i64]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

fn rule(
    argument: u8,
    length: SeccompCmpArgLen,
    comparison: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(argument, length, comparison, value)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_compile() {
        assert_eq!(for_picture().expect("compiles").len(), 1);
        assert_eq!(for_program().expect("compiles").len(), 2);
    }

    #[test]
    fn dangerous_calls_are_in_no_list() {
        let (picture, program) = (picture_rules().expect("rules"), program_rules().expect("rules"));
        for call in [
            libc::SYS_socket,
            libc::SYS_socketpair,
            libc::SYS_connect,
            libc::SYS_bind,
            libc::SYS_sendto,
            libc::SYS_sendmsg,
            libc::SYS_kill,
            libc::SYS_tkill,
            libc::SYS_tgkill,
            libc::SYS_pidfd_open,
            libc::SYS_pidfd_getfd,
            libc::SYS_pidfd_send_signal,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_io_uring_setup,
            libc::SYS_io_uring_enter,
            libc::SYS_keyctl,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_memfd_create,
            libc::SYS_execveat,
            libc::SYS_openat2,
            libc::SYS_symlinkat,
            libc::SYS_linkat,
            libc::SYS_ioctl,
            libc::SYS_prctl,
            libc::SYS_seccomp,
            libc::SYS_setuid,
            libc::SYS_capset,
            libc::SYS_init_module,
            libc::SYS_reboot,
        ] {
            assert!(!picture.contains_key(&call), "picture: {call}");
            assert!(!program.contains_key(&call), "program: {call}");
        }
        for call in
            [libc::SYS_openat, libc::SYS_execve, libc::SYS_clone, libc::SYS_clone3, libc::SYS_newfstatat]
        {
            assert!(!picture.contains_key(&call), "picture: {call}");
        }
    }
}
