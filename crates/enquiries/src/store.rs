//! Every statement on the tables of forms and enquiries.

mod forms;
mod inbox;
mod messages;
mod people;
mod submit;
mod uploads;

pub use forms::*;
pub use inbox::*;
pub use messages::*;
pub use people::*;
pub use submit::*;
pub use uploads::*;
