//! The words of a picture's fields, and their values as staff read them.

use catalog::view::PictureFocus;
use edge::changes::Patch;
use kernel::{Key, Messages, msg};
use serde_json::Value;

/// The fields that a form can ask about.
pub const COMPARED: [&str; 3] = ["title", "alt", "focus"];

pub fn label(field: &str) -> Key {
    match field {
        "title" => msg::media_library::FIELD_TITLE,
        "alt" => msg::media_library::FIELD_ALT,
        "focus" => msg::media_library::FIELD_FOCUS,
        "file" => msg::media_library::FIELD_FILE,
        _ => msg::media_library::FIELD_DELETED,
    }
}

/// As a form sends it.
pub fn sent(field: &str, patch: &Patch) -> String {
    match patch.0.get(field) {
        Some(Value::String(text)) => text.clone(),
        Some(focus @ Value::Object(_)) => {
            let focus: PictureFocus = serde_json::from_value(focus.clone()).unwrap_or(PictureFocus::MIDDLE);
            format!("{},{}", focus.x, focus.y)
        }
        _ => String::new(),
    }
}

/// As people read it.
pub fn shown(messages: &Messages, field: &str, patch: &Patch) -> String {
    match (field, patch.0.get(field)) {
        ("focus", Some(_)) => {
            let sent = sent(field, patch);
            let (x, y) = sent.split_once(',').unwrap_or(("50", "50"));
            messages.text(msg::media_library::FOCUS_AT.with("x", x).with("y", y))
        }
        ("file", Some(Value::Null) | None) => messages.text(msg::media_library::FILE_IMPORTED),
        ("file", Some(id)) => messages.text(msg::media_library::FILE_SENT.with("id", id.to_string())),
        ("is_deleted", Some(Value::Bool(is_deleted))) => messages.text(if *is_deleted {
            msg::media_library::IS_DELETED
        } else {
            msg::media_library::IS_PRESENT
        }),
        _ => match sent(field, patch) {
            text if text.is_empty() => messages.text(msg::media_library::NOTHING),
            text => text,
        },
    }
}

/// «412 KB».
pub fn bytes(bytes: i64) -> String {
    const KIB: i64 = 1024;
    if bytes < KIB * KIB {
        return format!("{} KB", (bytes + KIB - 1) / KIB);
    }
    let tenths = bytes * 10 / (KIB * KIB);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

pub fn size(width: i32, height: i32) -> String {
    format!("{width} × {height}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        assert_eq!(bytes(421_500), "412 KB");
        assert_eq!(bytes(1), "1 KB");
        assert_eq!(bytes(2_621_440), "2.5 MB");
    }

    #[test]
    fn a_point_is_sent_as_two_numbers() {
        let patch = Patch(
            serde_json::json!({"focus": {"x": 45, "y": 30}, "alt": ""})
                .as_object()
                .cloned()
                .unwrap_or_default(),
        );
        assert_eq!(sent("focus", &patch), "45,30");
        assert_eq!(
            shown(Messages::arabic(), "alt", &patch),
            Messages::arabic().text(msg::media_library::NOTHING)
        );
    }
}
