//! Uploads of strangers, from the form to the browsers of other visitors.

mod calls;
mod clamd;
mod cleanup;
mod external;
mod external_host;
mod hostile;
mod jail;
mod limits;
mod memory;
mod output;
mod process;
mod remote_store;
mod scanner;
mod serving;
mod shop;
