//! Tests of the simulator over HTTP.

mod follow_up;
mod merchant;
mod notices;
mod pay;
mod report;
mod rules;
mod saved_methods;
