//! Addresses of forms and of the staff's pages about enquiries.

/// A form is sent to the page that shows it.
pub use content::urls::ITEM_URL as PAGE_URL;

/// A fresh one-time token, for forms with script.
pub const TOKEN_URL: &str = "/ar/forms/token/";
/// Proof of work.
pub const CHALLENGE_URL: &str = "/ar/forms/challenge/";
/// Five digits.
pub const CAPTCHA_URL: &str = "/ar/forms/captcha/";

/// One enquiry in the staff's inbox.
pub const STAFF_ENQUIRY_URL: &str = "/ar/wp-admin/inbox/{id}/";
/// A file of an enquiry, for staff.
pub const STAFF_FILE_URL: &str = "/ar/wp-admin/inbox/files/{id}/";
/// Everything that one address has sent.
pub const STAFF_PERSON_URL: &str = "/ar/wp-admin/inbox/person/";
/// A form as shoppers see it.
pub const STAFF_PREVIEW_URL: &str = "/ar/wp-admin/inbox/preview/";

pub fn enquiry_url(id: i64) -> String {
    STAFF_ENQUIRY_URL.replace("{id}", &id.to_string())
}

pub fn file_url(id: i64) -> String {
    STAFF_FILE_URL.replace("{id}", &id.to_string())
}

/// The newest version of a form.
pub fn preview_url(form: i64) -> String {
    format!("{STAFF_PREVIEW_URL}?form={form}")
}

pub fn version_url(version: i64) -> String {
    format!("{STAFF_PREVIEW_URL}?version={version}")
}
