//! `matjar media-jail`: the child process that decodes one upload. Started by `matjar media`, never by a person.

use std::{ffi::OsString, process::ExitCode};

use clap::Args;

#[derive(Debug, Args)]
pub struct MediaJailArgs {
    /// What `media::jail` tells its child.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    task: Vec<OsString>,
}

/// Must run before threads are started: a lock holds for the thread that closes it, and those that it starts.
pub fn run(args: MediaJailArgs) -> ExitCode {
    media::jail::child::main(args.task)
}
