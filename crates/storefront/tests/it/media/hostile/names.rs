//! Honest pictures with hostile names. The name must agree with the type, and it is never used as a path nor served.

use super::{HostileFile, MARKER_TEXT, Wanted};

pub fn files() -> Vec<HostileFile> {
    let picture = super::honest_jpeg(40, 30);
    let file = |kind: &str, name: &str, wanted| HostileFile {
        kind: format!("name-{kind}"),
        name: name.to_owned(),
        declared: "image/jpeg",
        bytes: picture.clone(),
        wanted,
    };
    let long = "ا".repeat(4_000);
    vec![
        // Shown as "photo exe.jpg" by a program that obeys direction marks.
        file("direction-override", "photo\u{202e}gpj.exe", Wanted::RefusedAtOnce),
        file("direction-marks", "\u{202e}\u{2066}صورة\u{2069}\u{200f}.jpg", Wanted::RefusedOrCleaned),
        file("path-up", "../../../../etc/cron.d/x.jpg", Wanted::RefusedOrCleaned),
        file("path-absolute", "/etc/passwd.jpg", Wanted::RefusedOrCleaned),
        file("path-of-windows", r"C:\windows\system32\x.jpg", Wanted::RefusedOrCleaned),
        file("path-encoded", "..%2f..%2fx.jpg", Wanted::RefusedOrCleaned),
        file("very-long", &format!("{long}.jpg"), Wanted::RefusedOrCleaned),
        file("null-byte", "photo.jpg\0.html", Wanted::RefusedAtOnce),
        file("null-byte-before-extension", "photo.html\0.jpg", Wanted::RefusedOrCleaned),
        file("second-extension", "photo.jpg.html", Wanted::RefusedAtOnce),
        file("script-first", "photo.php.jpg", Wanted::RefusedOrCleaned),
        file("no-extension", "photo", Wanted::RefusedAtOnce),
        file("only-extension", ".jpg", Wanted::RefusedOrCleaned),
        file("empty", "", Wanted::RefusedAtOnce),
        file("dots", "..", Wanted::RefusedAtOnce),
        file("trailing-dot", "photo.jpg.", Wanted::RefusedAtOnce),
        file("stream-of-windows", "photo.php::$DATA.jpg", Wanted::RefusedOrCleaned),
        file("html", &format!("<img src=x onerror=alert('{MARKER_TEXT}')>.jpg"), Wanted::RefusedOrCleaned),
        file("capital-extension", "PHOTO.JPG", Wanted::Cleaned),
        file("arabic", "صورة المنتج ١٢٣.jpeg", Wanted::Cleaned),
    ]
}
