//! Which items of a part of the queue a page shows.

use kernel::{Key, msg, text};
use search::rules::layout;

use crate::{queue::QueueItem, signals::Signal};

const MAX_WORDS: usize = 100;

/// What an item can be filtered by besides its rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// By a verified buyer.
    Verified,
    /// With pictures or videos.
    Media,
    Signal(Signal),
}

impl Mark {
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Verified, Self::Media].into_iter().chain(Signal::ALL.map(Self::Signal))
    }

    /// The name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Media => "media",
            Self::Signal(signal) => signal.name(),
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|mark| mark.name() == name)
    }

    pub fn label(self) -> Key {
        match self {
            Self::Verified => msg::moderation::MARK_VERIFIED,
            Self::Media => msg::moderation::MARK_MEDIA,
            Self::Signal(signal) => signal.label(),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct QueueFilter {
    /// As typed.
    pub words: String,
    pub rating: Option<i32>,
    pub mark: Option<Mark>,
    /// The typed words, folded: as they are, and as the other layout of the keyboard would have written them.
    pub readings: Vec<String>,
    pub searches_emails: bool,
}

impl QueueFilter {
    /// Unknown values filter nothing. `searches_emails`: the member may see the addresses of customers.
    pub fn parse(words: &str, rating: &str, mark: &str, searches_emails: bool) -> Self {
        let words = text::clean(words, MAX_WORDS);
        let readings = [words.clone(), layout::to_arabic(&words), layout::to_latin(&words)];
        let readings = readings.map(|reading| search::fold(&reading).trim().to_owned());
        // «كوب» is `;,f` on the other layout: what is left of it without punctuation is in every second text.
        let least = readings[0].chars().count();
        let rating =
            kernel::digits::fold(rating).parse::<i32>().ok().filter(|rating| (1..=5).contains(rating));
        Self {
            rating,
            mark: Mark::parse(mark),
            readings: readings
                .into_iter()
                .filter(|reading| !reading.is_empty() && reading.chars().count() >= least)
                .collect(),
            words,
            searches_emails,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.readings.is_empty() && self.rating.is_none() && self.mark.is_none()
    }

    pub fn fits(&self, item: &QueueItem) -> bool {
        self.rating.is_none_or(|rating| item.rating == Some(rating))
            && self.mark.is_none_or(|mark| has_mark(item, mark))
            && (self.readings.is_empty() || self.has_words(item))
    }

    fn has_words(&self, item: &QueueItem) -> bool {
        let subject = item.subject.as_ref().map_or("", |(name, _)| name.as_str());
        let email = if self.searches_emails { item.email.as_str() } else { "" };
        [item.text.as_str(), &item.author, subject, &item.context, email].into_iter().any(|text| {
            let folded = search::fold(text);
            self.readings.iter().any(|reading| folded.contains(reading))
        })
    }
}

fn has_mark(item: &QueueItem, mark: Mark) -> bool {
    match mark {
        Mark::Verified => item.is_verified,
        Mark::Media => !item.media.is_empty(),
        Mark::Signal(signal) => item.signals.iter().any(|name| name == signal.name()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::queue::{ItemState, QueueId, QueueKind};

    fn item() -> QueueItem {
        QueueItem {
            id: QueueId { kind: QueueKind::Review, id: 1 },
            state: ItemState::Held,
            created_at: DateTime::UNIX_EPOCH,
            author: "أحمد".to_owned(),
            email: "ahmad@example.com".to_owned(),
            badge: None,
            is_verified: true,
            rating: Some(2),
            subject: Some(("عسل سدر".to_owned(), "/ar/product/honey/".to_owned())),
            context: String::new(),
            text: "وصلت العلبة مكسورة".to_owned(),
            facts: Vec::new(),
            media: Vec::new(),
            signals: vec!["link".to_owned()],
            notes: Vec::new(),
            reply: None,
        }
    }

    #[test]
    fn words_are_found_in_any_spelling_and_keyboard_layout() {
        let fits = |words: &str| QueueFilter::parse(words, "", "", false).fits(&item());
        for words in ["العلبه", "احمد", "عسل", "hpl]", " "] {
            assert!(fits(words), "{words}");
        }
        assert!(!fits("كوب"));
        assert!(!fits("ahmad@"), "addresses are for those who may see them");
        assert!(QueueFilter::parse("ahmad@", "", "", true).fits(&item()));
    }

    #[test]
    fn ratings_and_marks_filter() {
        let fits = |rating: &str, mark: &str| QueueFilter::parse("", rating, mark, false).fits(&item());
        assert!(fits("2", "") && fits("٢", "link") && fits("", "verified"));
        assert!(!fits("3", "") && !fits("", "phone") && !fits("2", "media"));
        assert!(fits("9", "nonsense"), "unknown values filter nothing");
        assert!(QueueFilter::parse("", "9", "nonsense", false).is_empty());
    }

    #[test]
    fn every_mark_parses_back() {
        for mark in Mark::all() {
            assert_eq!(Mark::parse(mark.name()), Some(mark));
        }
    }
}
