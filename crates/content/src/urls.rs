//! Addresses of pages, posts and their forms.

/// A page or a post.
pub const ITEM_URL: &str = "/ar/{slug}/";
pub const BLOG_URL: &str = "/ar/blog/";
pub const CATEGORY_URL: &str = "/ar/category/{slug}/";
pub const FEED_URL: &str = "/ar/feed/";
pub const COMMENT_URL: &str = "/ar/wp-comments-post.php";
/// A version that is not public, for those who have a signed link.
pub const PREVIEW_URL: &str = "/ar/preview/";
/// Proof of work.
pub const CHALLENGE_URL: &str = "/ar/comments/challenge/";

pub use accounts::view::STAFF_CONTENT_URL;
pub const STAFF_EDIT_URL: &str = "/ar/wp-admin/content/edit/";
pub const STAFF_PREVIEW_URL: &str = "/ar/wp-admin/content/preview/";
pub const STAFF_CATEGORIES_URL: &str = "/ar/wp-admin/content/categories/";
pub const STAFF_REDIRECTS_URL: &str = "/ar/wp-admin/content/redirects/";

/// Only ASCII, for the header `Location`.
pub fn encoded(url: &str) -> String {
    const ESCAPED: &percent_encoding::AsciiSet =
        &percent_encoding::CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>');
    percent_encoding::utf8_percent_encode(url, ESCAPED).to_string()
}

pub fn item(slug: &str) -> String {
    format!("/ar/{slug}/")
}

pub fn category(slug: &str) -> String {
    format!("/ar/category/{slug}/")
}
