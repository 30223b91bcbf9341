//! What is accepted from a stranger: types, names, sizes, and why a file is refused.

mod inert;
mod limits;
mod media_type;
mod name;
mod refusal;

pub use inert::content_matches_name;
pub use limits::*;
pub use media_type::{MediaKind, MediaType};
pub use name::{shown_name, visible_name};
pub use refusal::RefusalReason;

/// Bytes of a file that [`MediaType::sniff`] wants to see.
pub const SNIFF_BYTES: usize = 8 * 1024;

/// Where a file stands on its way from the visitor to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaState {
    /// Stored as it came. Nobody can see it.
    Received,
    /// Written anew; visible for staff.
    Processed,
    Refused,
    /// Belongs to something that was sent, such as a review.
    Attached,
    Published,
    Withdrawn,
}

impl MediaState {
    pub const ALL: [Self; 6] =
        [Self::Received, Self::Processed, Self::Refused, Self::Attached, Self::Published, Self::Withdrawn];

    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Processed => "processed",
            Self::Refused => "refused",
            Self::Attached => "attached",
            Self::Published => "published",
            Self::Withdrawn => "withdrawn",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// Compares the three things that say what a file is: its first bytes, the type that the browser declared and the end
/// of its name. All must name the same type, because a file that is two things at once is made to deceive one reader.
pub fn agreed_type(first_bytes: &[u8], declared: &str, name: &str) -> Result<MediaType, RefusalReason> {
    let content = MediaType::sniff(first_bytes).ok_or(RefusalReason::Type)?;
    let agree = MediaType::from_declared(declared) == Some(content) && content.matches_name(name);
    if agree { Ok(content) } else { Err(RefusalReason::Type) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

    #[test]
    fn content_declared_type_and_name_must_agree() {
        assert_eq!(agreed_type(PNG, "image/png", "قهوة.PNG"), Ok(MediaType::Png));
        assert_eq!(agreed_type(PNG, "image/jpeg", "a.png"), Err(RefusalReason::Type));
        assert_eq!(agreed_type(PNG, "image/png", "a.jpg"), Err(RefusalReason::Type));
        assert_eq!(agreed_type(b"\xff\xd8\xff\xe0", "image/png", "a.png"), Err(RefusalReason::Type));
        assert_eq!(agreed_type(b"<svg xmlns=", "image/png", "a.png"), Err(RefusalReason::Type));
        assert_eq!(agreed_type(b"", "image/png", "a.png"), Err(RefusalReason::Type));
    }

    #[test]
    fn words_of_states_and_reasons_are_read_back() {
        for state in MediaState::ALL {
            assert_eq!(MediaState::parse(state.as_str()), Some(state));
        }
        for reason in RefusalReason::ALL {
            assert_eq!(RefusalReason::parse(reason.as_str()), Some(reason));
            assert!(reason.message().as_str().starts_with("media.refused-"));
        }
        assert_eq!(MediaState::parse("lost"), None);
    }
}
