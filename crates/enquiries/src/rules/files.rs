//! Which files an upload element takes.

use kernel::{Key, msg};

use super::element::ElementKind;

/// No element takes larger files.
pub const MAX_FILE_BYTES: u64 = 100 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FileRefusal {
    #[error("too many files")]
    TooMany,
    #[error("file type not allowed")]
    TypeNotAllowed,
    #[error("file too large")]
    TooBig,
}

impl FileRefusal {
    /// Whether the file's name and ` - ` stand before the text.
    pub fn names_file(self) -> bool {
        self != Self::TooMany
    }

    /// The text, without the file's name.
    pub fn message(self) -> Key {
        match self {
            Self::TooMany => msg::enquiries::UPLOAD_TOO_MANY,
            Self::TypeNotAllowed => msg::enquiries::UPLOAD_FILE_TYPE_NOT_ALLOWED,
            Self::TooBig => msg::enquiries::UPLOAD_FILE_TOO_BIG,
        }
    }
}

/// Whether an upload element takes one more file after `queued` others. Elements of other kinds take none.
pub fn check_file(kind: &ElementKind, queued: usize, name: &str, bytes: u64) -> Result<(), FileRefusal> {
    let ElementKind::Upload { file_upload_limit, allowed_extensions, file_size_limit } = kind else {
        return Err(FileRefusal::TooMany);
    };
    if *file_upload_limit > 0 && queued >= *file_upload_limit as usize {
        return Err(FileRefusal::TooMany);
    }
    let name = name.to_lowercase();
    let is_allowed = |extension: &String| name.ends_with(&format!(".{}", extension.to_lowercase()));
    if !allowed_extensions.is_empty() && !allowed_extensions.iter().any(is_allowed) {
        return Err(FileRefusal::TypeNotAllowed);
    }
    if bytes > (*file_size_limit).min(MAX_FILE_BYTES) {
        return Err(FileRefusal::TooBig);
    }
    Ok(())
}

/// One decimal in GB, MB or KB of 1024, or bytes.
pub fn format_size(bytes: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)];
    match UNITS.into_iter().find(|(_, size)| bytes >= *size) {
        Some((unit, size)) => {
            // Rounded half up in whole numbers, as the browser does.
            let tenths = (u128::from(bytes) * 10 + u128::from(size / 2)) / u128::from(size);
            format!("{}.{} {unit}", tenths / 10, tenths % 10)
        }
        None => format!("{bytes} B"),
    }
}
