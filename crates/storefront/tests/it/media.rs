//! Uploads of strangers, from the form to the browser of somebody else.

mod calls;
mod clamd;
mod cleanup;
mod external;
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
