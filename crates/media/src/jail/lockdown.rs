//! How the child gives up its rights. None of it can be undone, and a program that it becomes inherits all of it.

use std::{
    os::fd::AsFd,
    path::{Path, PathBuf},
};

use anyhow::Context;
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::{Strength, syscalls};
use crate::rules::ChildLimits;

/// What remains visible.
#[derive(Debug)]
pub enum Files<'a> {
    /// Nothing but handles that are open already.
    None,
    /// One program with the libraries of the system, standard input, and one folder to write to.
    OfProgram { program: &'a Path, output: &'a Path },
}

/// The newest rules of landlock that are asked for. Those that the kernel does not know are left out, except the first
/// ones, about files.
const NEWEST: ABI = ABI::V7;
const LIBRARIES: [&str; 6] =
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"];
/// The loader is executed by the kernel together with a program, so the program alone would not start.
const LOADERS: [&str; 3] =
    ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-linux-x86-64.so.2"];

/// Locks up this process. It must not have started threads: they would stay outside.
pub fn apply(limits: &ChildLimits, strength: Strength, files: &Files<'_>) -> anyhow::Result<()> {
    limit_resources(limits).context("limiting resources")?;
    rustix::thread::set_no_new_privs(true).context("giving up new privileges")?;
    hide_files(strength, files).context("landlock")?;
    let filters = match files {
        Files::None => syscalls::for_picture(),
        Files::OfProgram { .. } => syscalls::for_program(),
    };
    for filter in filters.context("compiling the list of system calls")? {
        seccompiler::apply_filter(&filter).context("seccomp")?;
    }
    Ok(())
}

fn limit_resources(limits: &ChildLimits) -> rustix::io::Result<()> {
    for (resource, limit) in [
        (Resource::As, limits.memory_bytes),
        // Counts what an allocator uses of a range that it reserved before the limit on addresses came.
        (Resource::Data, limits.memory_bytes),
        // The same soft and hard: ffmpeg catches the signal of the soft limit, and would end as if all were well.
        (Resource::Cpu, limits.cpu.as_secs()),
        (Resource::Fsize, limits.file_bytes),
        (Resource::Nofile, limits.open_files),
        (Resource::Core, 0),
    ] {
        setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })?;
    }
    Ok(())
}

fn hide_files(strength: Strength, files: &Files<'_>) -> anyhow::Result<()> {
    let required = match strength {
        Strength::Full => CompatLevel::HardRequirement,
        Strength::Weak => CompatLevel::BestEffort,
    };
    let mut rules = Ruleset::default()
        .set_compatibility(required)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .set_compatibility(CompatLevel::BestEffort);
    if let Files::OfProgram { program, output } = files {
        rules = rules_of_program(rules, program, output)?;
    }
    let status = rules.restrict_self()?;
    if strength == Strength::Full {
        anyhow::ensure!(status.ruleset != RulesetStatus::NotEnforced, "the kernel has no landlock");
    }
    Ok(())
}

fn rules_of_program(
    mut rules: RulesetCreated,
    program: &Path,
    output: &Path,
) -> anyhow::Result<RulesetCreated> {
    for path in LIBRARIES.map(PathBuf::from).into_iter().filter(|path| path.exists()) {
        rules =
            rules.add_rule(PathBeneath::new(PathFd::new(path)?, AccessFs::ReadFile | AccessFs::ReadDir))?;
    }
    // System calls cannot be counted, so "execute once" is said in this way: nothing else can be executed.
    for path in
        LOADERS.map(PathBuf::from).into_iter().filter(|path| path.exists()).chain([program.to_owned()])
    {
        rules =
            rules.add_rule(PathBeneath::new(PathFd::new(path)?, AccessFs::ReadFile | AccessFs::Execute))?;
    }
    rules = rules.add_rule(PathBeneath::new(std::io::stdin().as_fd(), AccessFs::ReadFile))?;
    let writing = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::MakeReg | AccessFs::Truncate;
    Ok(rules.add_rule(PathBeneath::new(PathFd::new(output)?, writing))?)
}
