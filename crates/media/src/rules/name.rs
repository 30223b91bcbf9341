//! Names of uploaded files. They are shown to staff and never used as a path.

const MAX_SHOWN: usize = 100;

/// The name without folders, control characters and direction marks, which could show `gpj.exe` as `exe.jpg`.
pub fn shown_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    base.chars().filter(|c| !is_invisible(*c)).take(MAX_SHOWN).collect::<String>().trim().to_owned()
}

/// The end of the name after its last dot, in lower case. Marks that cannot be seen do not count: Arabic keyboards put
/// them at the end of names.
pub(super) fn extension(name: &str) -> Option<String> {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let visible: String = base.chars().filter(|c| !is_invisible(*c)).collect();
    let (stem, end) = visible.trim().rsplit_once('.')?;
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
