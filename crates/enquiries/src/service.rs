//! What other crates may ask of enquiries, and how forms are shown, received and delivered.

pub(crate) mod captcha;
pub(crate) mod captcha_picture;
mod fields;
pub mod forms;
pub(crate) mod inbox;
pub(crate) mod submit;
pub mod token;
pub(crate) mod upload;

pub use forms::{SaveFormError, SavedForm, error_text, form_view, save_form};

/// Nonce actions.
pub(crate) mod nonces {
    /// `iphorm_uid`: see [`super::token`].
    pub const FORM: &str = "enquiries.form";
}

/// Cache tags.
pub mod tags {
    /// Pages that show a form.
    pub fn form(id: i64) -> String {
        format!("enquiry-form:{id}")
    }
}
