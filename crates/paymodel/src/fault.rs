//! What goes wrong in a part of a task. Other numbers: nothing.

/// The provider reviews the payment first.
pub const REVIEW: u8 = 5;
/// It is done, and the answer is lost.
pub const LOST_ANSWER: u8 = 6;
/// Nothing is sent.
pub const UNREACHABLE: u8 = 7;
/// It arrives when the caller has given up.
pub const LATE: u8 = 8;
pub const DECLINED: u8 = 9;
/// The provider charges twice.
pub const TWICE: u8 = 10;
pub const REFUSED: u8 = 11;
/// It never arrives.
pub const LOST_REQUEST: u8 = 12;
