//! Names of uploaded files. They are shown to staff and never used as a path.

const MAX_SHOWN: usize = 100;
/// A longer end of a name is no type.
const MAX_EXTENSION: usize = 10;

/// The name without folders, control characters and direction marks, which could show `gpj.exe` as `exe.jpg`. A long name
/// loses characters before its end, which says what the file is.
pub fn shown_name(name: &str) -> String {
    let visible = visible_name(name);
    let end = visible.rsplit_once('.').map(|(_, end)| end.chars().count() + 1).unwrap_or_default();
    let end = if end <= MAX_EXTENSION { end } else { 0 };
    let length = visible.chars().count();
    if length <= MAX_SHOWN {
        return visible;
    }
    let stem = visible.chars().take(MAX_SHOWN - end);
    stem.chain(visible.chars().skip(length - end)).collect::<String>().trim().to_owned()
}

/// The whole name, without what cannot be seen.
pub fn visible_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    base.chars().filter(|c| !is_invisible(*c)).collect::<String>().trim().to_owned()
}

/// The end of the name after its last dot, in lower case. Marks that cannot be seen do not count: Arabic keyboards put
/// them at the end of names.
pub(super) fn extension(name: &str) -> Option<String> {
    let visible = visible_name(name);
    let (stem, end) = visible.rsplit_once('.')?;
    (!stem.is_empty()).then(|| end.to_ascii_lowercase())
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_marks_and_folders_are_dropped() {
        assert_eq!(shown_name("../../etc/قهوة.jpg"), "قهوة.jpg");
        assert_eq!(shown_name("C:\\fakepath\\a.png"), "a.png");
        assert_eq!(shown_name("photo\u{202e}gpj.exe"), "photogpj.exe");
        assert_eq!(shown_name("a\0b\n.png"), "ab.png");
        assert_eq!(shown_name(&"س".repeat(500)).chars().count(), MAX_SHOWN);
        let long = shown_name(&format!("{}.pdf", "س".repeat(500)));
        assert!(long.chars().count() == MAX_SHOWN && long.ends_with("س.pdf"), "{long}");
        assert_eq!(shown_name(&format!("a.{}", "س".repeat(500))).chars().count(), MAX_SHOWN);
    }

    #[test]
    fn the_extension_is_the_one_that_a_computer_reads() {
        assert_eq!(extension("a.JPG").as_deref(), Some("jpg"));
        assert_eq!(extension("صورة.jpg\u{200f}").as_deref(), Some("jpg"));
        assert_eq!(extension("photo\u{202e}gpj.exe").as_deref(), Some("exe"));
        assert_eq!(extension("shell.php.jpg").as_deref(), Some("jpg"));
        assert_eq!(extension("jpg"), None);
        assert_eq!(extension(".jpg"), None);
        assert_eq!(extension("folder.jpg/file"), None);
        assert_eq!(extension("a.jpg\0.exe").as_deref(), Some("exe"));
    }
}
