//! Every combination of content, declared type and name.

use super::{extension, video};

/// The ten types that a review accepts.
pub const TYPES: [&str; 10] = [
    "image/jpeg",
    "image/jpg",
    "image/png",
    "image/gif",
    "video/mp4",
    "video/mpeg",
    "video/ogg",
    "video/webm",
    "video/quicktime",
    "video/x-msvideo",
];

pub struct Pairing {
    pub content: &'static str,
    pub declared: &'static str,
    pub name: String,
    pub agrees: bool,
}

/// The first bytes of a file of this type, enough to recognise it.
pub fn beginning(content: &str) -> Vec<u8> {
    let mut bytes = match content {
        "image/png" => super::png::picture(20, 20),
        "image/gif" => super::gif::picture(20, 20, 1),
        "image/jpeg" | "image/jpg" => super::honest_jpeg(20, 20),
        _ => video::beginning(content),
    };
    bytes.truncate(8 * 1024);
    bytes
}

pub fn all() -> Vec<Pairing> {
    let same = |one: &str, other: &str| {
        one == other || (one.starts_with("image/jp") && other.starts_with("image/jp"))
    };
    let mut pairings = Vec::new();
    for content in TYPES {
        for declared in TYPES {
            for named in TYPES {
                let agrees = same(content, declared) && same(declared, named);
                pairings.push(Pairing {
                    content,
                    declared,
                    name: format!("file.{}", extension(named)),
                    agrees,
                });
            }
        }
    }
    pairings
}

#[test]
fn one_combination_in_a_hundred_agrees() {
    let all = all();
    let agreeing = all.iter().filter(|pairing| pairing.agrees).count();
    // Two spellings of JPEG: eight of those 1,000 are the same type.
    assert_eq!((all.len(), agreeing), (1_000, 16));
}
