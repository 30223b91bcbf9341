//! Views of forms and of the staff's inbox.

mod answers;
mod form;
mod inbox;

pub use answers::{
    EnquiryFieldErrors, EnquirySubmitAnswer, EnquiryTokenAnswer, EnquiryUploadAnswer, EnquiryUploadType,
};
pub use form::{
    EnquiryCaptchaView, EnquiryElementView, EnquiryFormView, EnquiryHiddenInput, EnquiryLightboxView,
};
pub use inbox::{
    EnquiryPageView, FormPreviewPageView, InboxAnswer, InboxBulk, InboxChoice, InboxFact, InboxFile,
    InboxFormOption, InboxMessage, InboxNotice, InboxPageView, InboxPersonView, InboxRow, InboxTab,
};
