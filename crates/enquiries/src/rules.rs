//! Decisions about forms, on plain data: which elements are shown, which values are accepted, which definitions are valid.

mod check;
mod definition;
mod element;
mod errors;
mod fields;
mod files;
mod logic;
mod validate;
mod values;
mod visibility;

#[cfg(test)]
mod tests;

pub use check::{DefinitionError, check_definition};
pub use definition::{AfterSuccess, Confirmation, FormDefinition, Lightbox, ResetMode, Success};
pub use element::{Choice, Element, ElementId, ElementKind, Validator};
pub use errors::FieldError;
pub use fields::{field_name, form_field, parse_field_name};
pub use files::{FileRefusal, MAX_FILE_BYTES, check_file, format_size};
pub use logic::{Logic, LogicAction, Match, Operator, Rule};
pub use validate::{Accepted, CaptchaState, Facts, MAX_LINE_CHARS, MAX_TEXT_CHARS, validate};
pub use values::{DateParts, FileValue, StoredValue, StoredValues, Value, Values};
pub use visibility::{dependents, visible_elements};
