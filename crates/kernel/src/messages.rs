//! The interface texts: one Fluent file per capability, in `messages/ar/`.
//!
//! `build.rs` checks the files and generates one constant per message, so a missing or malformed text fails the build.
//! Each file is its own bundle: an id must be unique only within its file, and files cannot refer to each other.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::digits::write_grouped;
use crate::{Money, Quantity, plural};

mod generated {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

/// The key of every message, such as `msg::cart::VIEW`.
pub use generated::msg;

/// The name of a message: `capability.kebab-case`, with a third part for a Fluent attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(&'static str);

impl Key {
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// Returns all keys, in the order of the files.
    pub const fn all() -> &'static [Self] {
        generated::ALL
    }

    /// Returns the message with one argument; [`Message::with`] adds the next.
    pub fn with(self, name: &'static str, value: impl Into<Arg>) -> Message {
        Message::from(self).with(name, value)
    }
}

/// A text to display: its key and the values of its placeholders.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub key: Key,
    args: Vec<(&'static str, Arg)>,
}

impl Message {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

impl From<Key> for Message {
    fn from(key: Key) -> Self {
        Self { key, args: Vec::new() }
    }
}

impl From<&Message> for Message {
    fn from(message: &Message) -> Self {
        message.clone()
    }
}

/// The value of a placeholder. `PLURAL` selects a form for numbers only.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    Number(f64),
    Text(String),
}

macro_rules! number_args {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss, reason = "counts on a page stay far below 2^53")]
            fn from(number: $number) -> Self {
                Self::Number(number as f64)
            }
        }
    )*};
}

number_args!(u8, u16, u32, u64, usize, i32, i64, f64);

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Money> for Arg {
    fn from(money: Money) -> Self {
        Self::Text(money.format())
    }
}

impl From<Quantity> for Arg {
    #[allow(
        clippy::cast_precision_loss,
        reason = "a quantity has at most 15 digits, which f64 represents exactly"
    )]
    fn from(quantity: Quantity) -> Self {
        Self::Number(quantity.as_units() as f64 / Quantity::UNITS_PER_ONE as f64)
    }
}

type Bundle = FluentBundle<FluentResource>;

/// The parsed texts of one language.
pub struct Messages {
    /// By capability, the first part of a key.
    bundles: BTreeMap<&'static str, Bundle>,
}

impl Messages {
    /// Returns the Arabic texts, which are compiled into the program and parsed once.
    pub fn arabic() -> &'static Self {
        static ARABIC: LazyLock<Messages> = LazyLock::new(|| Messages::new(generated::SOURCES));
        &ARABIC
    }

    fn new(sources: &'static [(&'static str, &'static str)]) -> Self {
        let bundles = sources.iter().map(|&(capability, source)| (capability, bundle(source)));
        Self { bundles: bundles.collect() }
    }

    /// Formats a message or a bare key.
    ///
    /// Placeholder values are enclosed in U+2068 and U+2069, so that a Latin name does not reverse the sentence;
    /// [`crate::text::without_isolates`] removes these marks. A missing argument panics in a debug build; in a release
    /// build the placeholder's name is shown instead.
    pub fn text(&self, message: impl Into<Message>) -> String {
        let message = message.into();
        let mut errors = Vec::new();
        let text = self.find(&message, &mut errors);
        debug_assert!(errors.is_empty(), "message {}: {errors:?}", message.key.0);
        debug_assert!(text.is_some(), "unknown message {}", message.key.0);
        text.unwrap_or_else(|| message.key.0.to_owned())
    }

    fn find(&self, message: &Message, errors: &mut Vec<fluent_bundle::FluentError>) -> Option<String> {
        let (capability, id) = message.key.0.split_once('.')?;
        let bundle = self.bundles.get(capability)?;
        let pattern = match id.split_once('.') {
            Some((id, attribute)) => bundle.get_message(id)?.get_attribute(attribute)?.value(),
            None => bundle.get_message(id)?.value()?,
        };
        let mut args = FluentArgs::with_capacity(message.args.len());
        for (name, value) in &message.args {
            match value {
                Arg::Number(number) => args.set(*name, *number),
                Arg::Text(text) => args.set(*name, text.as_str()),
            }
        }
        Some(bundle.format_pattern(pattern, Some(&args), errors).into_owned())
    }
}

fn bundle(source: &str) -> Bundle {
    // Without the `-u-nu-latn` that the browser uses: this library rejects extensions. The formatter below always
    // writes Western digits.
    let arabic: LanguageIdentifier = "ar".parse().expect("`ar` is a language tag");
    let resource = FluentResource::try_new(source.to_owned())
        .unwrap_or_else(|(_, errors)| panic!("build.rs rejects malformed files: {errors:?}"));

    let mut bundle = Bundle::new_concurrent(vec![arabic]);
    bundle.set_formatter(Some(|value, _| grouped(value)));
    bundle
        .add_function("PLURAL", |values, _| plural_form(values).into())
        .expect("a new bundle has no function with this name");
    bundle.add_resource(resource).expect("build.rs rejects duplicate messages");
    bundle
}

fn plural_form(values: &[FluentValue<'_>]) -> &'static str {
    match values.first() {
        Some(FluentValue::Number(number)) => plural(number.value).as_str(),
        _ => plural(f64::NAN).as_str(),
    }
}

/// Formats a number with thousands separators: `1,204`.
fn grouped(value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let plain = number.as_string();
    let (sign, size) = match plain.strip_prefix('-') {
        Some(size) => ("-", size),
        None => ("", &*plain),
    };
    let (whole, fraction) = size.split_at(size.find('.').unwrap_or(size.len()));
    let mut text = sign.to_owned();
    write_grouped(&mut text, whole).ok()?;
    text.push_str(fraction);
    Some(text)
}

#[cfg(test)]
mod tests;
