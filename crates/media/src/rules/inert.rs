//! Whether a file is what its name promises, for forms that list the types they take.

use super::{MediaType, name::extension};

/// Compares the first bytes with the end of the name. A name whose end is not known here promises nothing.
pub fn content_matches_name(first_bytes: &[u8], name: &str) -> bool {
    let Some(end) = extension(name) else { return true };
    if let Some(promised) = MediaType::from_extension(&end) {
        return MediaType::sniff(first_bytes) == Some(promised);
    }
    let content = infer::get(first_bytes).map(|kind| kind.extension());
    let is_one_of = |types: &[&str]| content.is_some_and(|content| types.contains(&content));
    match end.as_str() {
        "pdf" | "webp" | "bmp" | "tif" | "7z" | "rtf" => is_one_of(&[&end]),
        "tiff" => is_one_of(&["tif"]),
        "heic" | "heif" => is_one_of(&["heif"]),
        // Office files are archives with known first entries; other programs write them in another order.
        "zip" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" => first_bytes.starts_with(b"PK\x03\x04"),
        "doc" | "xls" | "ppt" => first_bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        "txt" | "csv" => content.is_none() && !first_bytes.contains(&0) && !is_markup(first_bytes),
        _ => true,
    }
}

/// Whether a program may take a text for a page or a picture with scripts.
fn is_markup(first_bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&first_bytes[..first_bytes.len().min(1_024)]).to_lowercase();
    ["<!doctype", "<html", "<script", "<svg", "<?xml", "<body", "<iframe"]
        .iter()
        .any(|tag| start.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_type_must_be_what_its_name_says() {
        let matching: [(&[u8], &str); 9] = [
            (b"%PDF-1.7\n", "عرض.PDF"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "a.jpeg"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.png"),
            (b"PK\x03\x04\x14\0\x06\0", "طلب.docx"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls"),
            ("الاسم;العدد\nتمر;٣\n".as_bytes(), "a.csv"),
            (b"", "a.txt"),
            (b"<html>", "a.html"),
            (b"anything", "no-end"),
        ];
        for (bytes, name) in matching {
            assert!(content_matches_name(bytes, name), "{name}");
        }
        let other: [(&[u8], &str); 9] = [
            (b"<html><script>", "a.pdf"),
            (b"MZ\x90\0", "a.jpg"),
            (b"%PDF-1.7\n", "a.png"),
            (b"<svg xmlns=", "a.png"),
            (b"\x7fELF", "a.docx"),
            (b"PK\x03\x04", "a.pdf"),
            (b"<!doctype html>", "a.csv"),
            (b"a\0b", "a.txt"),
            (b"", "a.pdf"),
        ];
        for (bytes, name) in other {
            assert!(!content_matches_name(bytes, name), "{name}");
        }
    }
}
