//! Whether a text is published at once or held for staff. Nothing here refuses a text.

use std::collections::BTreeSet;

use kernel::{Key, digits, msg};
use linkify::{LinkFinder, LinkKind};
use serde::{Deserialize, Serialize};

/// A reason to let staff look at a text first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signal {
    /// No proof of work, or an invalid one.
    NoToken,
    /// The field that no person sees was filled in.
    Trap,
    /// Sent within three seconds.
    TooFast,
    Link,
    Phone,
    Email,
    NearDuplicate,
    /// A word in letters of several scripts, as used to evade filters.
    MixedScript,
}

impl Signal {
    pub const ALL: [Self; 8] = [
        Self::NoToken,
        Self::Trap,
        Self::TooFast,
        Self::Link,
        Self::Phone,
        Self::Email,
        Self::NearDuplicate,
        Self::MixedScript,
    ];

    /// The name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoToken => "no_token",
            Self::Trap => "trap",
            Self::TooFast => "too_fast",
            Self::Link => "link",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::NearDuplicate => "near_duplicate",
            Self::MixedScript => "mixed_script",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|signal| signal.name() == name)
    }

    /// For staff.
    pub fn label(self) -> Key {
        match self {
            Self::NoToken => msg::moderation::SIGNAL_NO_TOKEN,
            Self::Trap => msg::moderation::SIGNAL_TRAP,
            Self::TooFast => msg::moderation::SIGNAL_TOO_FAST,
            Self::Link => msg::moderation::SIGNAL_LINK,
            Self::Phone => msg::moderation::SIGNAL_PHONE,
            Self::Email => msg::moderation::SIGNAL_EMAIL,
            Self::NearDuplicate => msg::moderation::SIGNAL_NEAR_DUPLICATE,
            Self::MixedScript => msg::moderation::SIGNAL_MIXED_SCRIPT,
        }
    }
}

/// Whose texts wait for staff even without a signal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HoldPolicy {
    /// All but those of verified buyers.
    #[default]
    Unverified,
    Everyone,
    Nobody,
}

/// What is known about a text besides itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circumstances {
    pub is_verified: bool,
    /// A valid proof of work came with it.
    pub has_token: bool,
    pub is_trap_filled: bool,
    pub is_too_fast: bool,
    /// A recent text about the same item or from the same network is nearly the same.
    pub is_near_duplicate: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub is_published: bool,
    pub signals: Vec<Signal>,
}

impl Verdict {
    /// A second text within the hour needs a proof of work.
    #[must_use]
    pub fn for_second_item(mut self, has_token: bool) -> Self {
        if !has_token {
            self.is_published = false;
            if !self.signals.contains(&Signal::NoToken) {
                self.signals.insert(0, Signal::NoToken);
            }
        }
        self
    }
}

/// Decides over a text. `texts`: everything that the writer typed and others will see.
pub fn decide(policy: HoldPolicy, circumstances: &Circumstances, texts: &[&str]) -> Verdict {
    let mut signals = BTreeSet::new();
    let mut note = |is_present: bool, signal| {
        if is_present {
            signals.insert(signal);
        }
    };
    // A verified buyer has proved enough.
    note(!circumstances.has_token && !circumstances.is_verified, Signal::NoToken);
    note(circumstances.is_trap_filled, Signal::Trap);
    note(circumstances.is_too_fast, Signal::TooFast);
    note(circumstances.is_near_duplicate, Signal::NearDuplicate);
    for text in texts {
        let mut finder = LinkFinder::new();
        finder.url_must_have_scheme(false);
        for link in finder.links(text) {
            note(*link.kind() == LinkKind::Email, Signal::Email);
            note(*link.kind() == LinkKind::Url, Signal::Link);
        }
        note(has_phone_number(text), Signal::Phone);
        note(text.split_whitespace().any(has_several_scripts), Signal::MixedScript);
    }
    let may_publish = match policy {
        HoldPolicy::Unverified => circumstances.is_verified,
        HoldPolicy::Everyone => false,
        HoldPolicy::Nobody => true,
    };
    let signals: Vec<Signal> = signals.into_iter().collect();
    Verdict { is_published: may_publish && signals.is_empty(), signals }
}

/// Eight digits or more, with no more between two of them than a telephone number has.
fn has_phone_number(text: &str) -> bool {
    let mut digits = 0;
    let mut between = 0;
    for c in digits::fold(text).chars() {
        match c {
            '0'..='9' => {
                digits += 1;
                between = 0;
            }
            ' ' | '-' | '(' | ')' | '.' | '/' | '+' if digits > 0 && between < 2 => between += 1,
            _ => (digits, between) = (0, 0),
        }
        if digits >= 8 {
            return true;
        }
    }
    false
}

fn has_several_scripts(word: &str) -> bool {
    let script = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Some(0),
        '\u{370}'..='\u{3ff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' => Some(3),
        _ => None,
    };
    // A dash or a slash joins words: «قهوة/coffee» is no trick.
    word.split(['-', '/', '.', '،', ',', ':', '(', ')', '_']).any(|part| {
        let scripts: BTreeSet<i32> = part.chars().filter_map(script).collect();
        scripts.len() > 1
    })
}

/// A recent text that has more than this in common with a new one is nearly the same.
const NEAR_DUPLICATE: f64 = 0.8;

/// Whether one of the recent texts says nearly the same.
pub fn is_near_duplicate(text: &str, recent: &[String]) -> bool {
    let folded = search::fold(text);
    recent.iter().any(|other| similarity(&folded, &search::fold(other)) > NEAR_DUPLICATE)
}

/// The share of three-letter groups that two folded texts have in common, as `pg_trgm` computes it.
pub fn similarity(first: &str, second: &str) -> f64 {
    let (first, second) = (trigrams(first), trigrams(second));
    let shared = first.intersection(&second).count();
    let all = first.len() + second.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

fn trigrams(text: &str) -> BTreeSet<[char; 3]> {
    let words = text.split_whitespace();
    words
        .flat_map(|word| {
            let padded: Vec<char> = "  ".chars().chain(word.chars()).chain([' ']).collect();
            padded.windows(3).map(|group| [group[0], group[1], group[2]]).collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUYER: Circumstances = Circumstances {
        is_verified: true,
        has_token: false,
        is_trap_filled: false,
        is_too_fast: false,
        is_near_duplicate: false,
    };

    fn signals(text: &str) -> Vec<Signal> {
        decide(HoldPolicy::Unverified, &BUYER, &[text]).signals
    }

    #[test]
    fn a_verified_buyer_is_published_and_a_guest_is_held() {
        let text = "عسل سدر أصلي، وصل في يومين.";
        assert_eq!(
            decide(HoldPolicy::Unverified, &BUYER, &[text]),
            Verdict { is_published: true, signals: vec![] }
        );
        let guest = Circumstances { is_verified: false, ..BUYER };
        assert_eq!(
            decide(HoldPolicy::Unverified, &guest, &[text]),
            Verdict { is_published: false, signals: vec![Signal::NoToken] }
        );
        let solved = Circumstances { has_token: true, ..guest };
        assert!(!decide(HoldPolicy::Unverified, &solved, &[text]).is_published, "guests are held by default");
        assert!(decide(HoldPolicy::Nobody, &solved, &[text]).is_published);
        assert!(!decide(HoldPolicy::Nobody, &guest, &[text]).is_published, "without a token");
        assert!(!decide(HoldPolicy::Everyone, &BUYER, &[text]).is_published);
    }

    #[test]
    fn the_second_text_of_a_verified_buyer_needs_a_token() {
        let verdict = || decide(HoldPolicy::Unverified, &BUYER, &["عسل سدر أصلي"]);
        assert!(verdict().for_second_item(true).is_published);
        let held = Verdict { is_published: false, signals: vec![Signal::NoToken] };
        assert_eq!(verdict().for_second_item(false), held);
        assert_eq!(held.clone().for_second_item(false), held, "the signal is there once");
    }

    #[test]
    fn contacts_and_links_in_a_text_are_signals() {
        assert_eq!(signals("زوروا cheap-honey.example.com الآن"), [Signal::Link]);
        assert_eq!(signals("https://spam.example/x"), [Signal::Link]);
        assert_eq!(signals("راسلني على me@example.com"), [Signal::Email]);
        for phone in ["٠٥٠١٢٣٤٥٦٧", "+966 50-123-4567", "(313) 555-0142"] {
            assert_eq!(signals(&format!("اتصل {phone} الآن")), [Signal::Phone], "{phone}");
        }
        for plain in ["اشتريت 2 كيلو بـ 45 ريالًا في 2026", "من 10 إلى 12 يومًا", "الحجم 250 غ"]
        {
            assert_eq!(signals(plain), [], "{plain}");
        }
    }

    #[test]
    fn several_scripts_in_one_word_are_a_signal() {
        assert_eq!(signals("рaypal ممتاز"), [Signal::MixedScript]);
        assert_eq!(signals("قهوة/coffee مميزة V60"), []);
    }

    #[test]
    fn nearly_the_same_text_is_recognised() {
        let text = search::fold("عسل ممتاز جدا وصل بسرعة والتغليف رائع");
        let copy = search::fold("عسل ممتاز جدًا، وصل بسرعة! والتغليف رائع");
        assert!(similarity(&text, &copy) > 0.9);
        let other = search::fold("القهوة طازجة ورائحتها تملأ البيت");
        assert!(similarity(&text, &other) < 0.3);
        assert_eq!(similarity("", ""), 0.0);
    }

    #[test]
    fn every_signal_name_parses_back() {
        for signal in Signal::ALL {
            assert_eq!(Signal::parse(signal.name()), Some(signal));
        }
    }
}
