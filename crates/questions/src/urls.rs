//! Addresses of the pages and forms of questions.

/// Questions of a product, for visitors without script: searched, and after the first ones.
pub const LIST_URL: &str = "/ar/product/{slug}/questions/";
/// One question with all its answers.
pub const QUESTION_URL: &str = "/ar/questions/{id}/";
pub const WRITE_URL: &str = "/ar/questions/write/";
pub const VOTE_URL: &str = "/ar/questions/vote/";
/// Name and address of the signed-in customer, for the forms of public pages.
pub const AUTHOR_URL: &str = "/ar/questions/author/";
/// Proof of work.
pub const CHALLENGE_URL: &str = "/ar/questions/challenge/";
/// Ends the emails about answers to a guest's address.
pub const STOP_URL: &str = "/ar/questions/stop/{key}/";

/// The hash by which the product page opens its questions.
pub const TAB: &str = "#tab-cr_qna";

pub fn product_url(slug: &str) -> String {
    format!("/ar/product/{slug}/")
}

pub fn list_url(slug: &str) -> String {
    LIST_URL.replace("{slug}", slug)
}

pub fn question_url(question: i64) -> String {
    QUESTION_URL.replace("{id}", &question.to_string())
}

pub fn ask_url(product: i64) -> String {
    format!("{WRITE_URL}?product={product}")
}

pub fn answer_url(product: i64, question: i64) -> String {
    format!("{WRITE_URL}?product={product}&question={question}")
}
