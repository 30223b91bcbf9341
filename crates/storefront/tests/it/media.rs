//! Uploads of strangers, from the form to the browsers of other visitors.

mod calls;
pub(crate) mod clamd;
mod cleanup;
mod external;
mod external_host;
pub(crate) mod hostile;
pub(crate) mod jail;
mod limits;
mod memory;
mod output;
mod process;
mod remote_store;
mod scanner;
mod serving;
pub mod shop;
