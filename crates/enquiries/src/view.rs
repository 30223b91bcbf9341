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
    EnquiryPageView, FormPreviewPageView, InboxAnswer, InboxFact, InboxFile, InboxFormOption, InboxNotice,
    InboxPageView, InboxPersonView, InboxRow, InboxTab,
};
