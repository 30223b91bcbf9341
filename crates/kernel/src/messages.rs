//! The interface texts: one Fluent file a capability, in `messages/ar/`.
//!
//! `build.rs` checks the files and makes one constant of each message, so a text that is
//! missing or malformed stops the build. Each file is its own bundle: an id need only be
//! unique within its file, and one file cannot refer to another.

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

    /// Every key there is, in the order of the files.
    pub const fn all() -> &'static [Self] {
        generated::ALL
    }

    /// The message with one placeholder filled; [`Message::with`] fills the next.
    pub fn with(self, name: &'static str, value: impl Into<Arg>) -> Message {
        Message::from(self).with(name, value)
    }
}

/// A text to show: its key and what its placeholders hold.
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

/// What a placeholder holds. Only a number can be counted with `PLURAL`.
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
    #[allow(clippy::cast_precision_loss, reason = "a quantity has at most 15 digits, which f64 keeps")]
    fn from(quantity: Quantity) -> Self {
        Self::Number(quantity.as_units() as f64 / Quantity::UNITS_PER_ONE as f64)
    }
}

type Bundle = FluentBundle<FluentResource>;

/// The texts of one language, ready to be filled in.
pub struct Messages {
    /// By capability, the first part of a key.
    bundles: BTreeMap<&'static str, Bundle>,
}

impl Messages {
    /// The shop's texts. They are part of the program and parsed once.
    pub fn arabic() -> &'static Self {
        static ARABIC: LazyLock<Messages> = LazyLock::new(|| Messages::new(generated::SOURCES));
        &ARABIC
    }

    fn new(sources: &'static [(&'static str, &'static str)]) -> Self {
        let bundles = sources.iter().map(|&(capability, source)| (capability, bundle(source)));
        Self { bundles: bundles.collect() }
    }

    /// The text of a message, or of a bare key.
    ///
    /// What fills a placeholder is set apart by U+2068 and U+2069, so that a Latin name does not
    /// turn the sentence around; [`crate::text::without_isolates`] takes the marks out again.
    /// A forgotten placeholder stops a debug build; in production its name is shown instead.
    pub fn text(&self, message: impl Into<Message>) -> String {
        let message = message.into();
        let mut faults = Vec::new();
        let text = self.find(&message, &mut faults);
        debug_assert!(faults.is_empty(), "message {}: {faults:?}", message.key.0);
        debug_assert!(text.is_some(), "there is no message {}", message.key.0);
        text.unwrap_or_else(|| message.key.0.to_owned())
    }

    fn find(&self, message: &Message, faults: &mut Vec<fluent_bundle::FluentError>) -> Option<String> {
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
        Some(bundle.format_pattern(pattern, Some(&args), faults).into_owned())
    }
}

fn bundle(source: &str) -> Bundle {
    // Without the `-u-nu-latn` that the browser uses: this library refuses extensions. Our
    // formatter writes Western digits in any case.
    let arabic: LanguageIdentifier = "ar".parse().expect("`ar` is a language tag");
    let resource = FluentResource::try_new(source.to_owned())
        .unwrap_or_else(|(_, faults)| panic!("build.rs lets no malformed file through: {faults:?}"));

    let mut bundle = Bundle::new_concurrent(vec![arabic]);
    bundle.set_formatter(Some(|value, _| grouped(value)));
    bundle
        .add_function("PLURAL", |values, _| plural_form(values).into())
        .expect("a new bundle has no function of that name");
    bundle.add_resource(resource).expect("build.rs lets no message appear twice");
    bundle
}

fn plural_form(values: &[FluentValue<'_>]) -> &'static str {
    match values.first() {
        Some(FluentValue::Number(number)) => plural(number.value).as_str(),
        _ => plural(f64::NAN).as_str(),
    }
}

/// Numbers as pages show them: `1,204`.
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
