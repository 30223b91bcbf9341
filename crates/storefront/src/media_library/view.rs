//! Views of the library of pictures.

use catalog::PictureView;
use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::{FieldError, HistoryLine, ListTab, StaffNotice};

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct LibraryPicture {
    pub name: String,
    /// What the file was called.
    pub title: String,
    pub url: String,
    pub picture: PictureView,
    pub is_undescribed: bool,
    /// Width and height.
    pub size: String,
    pub bytes: String,
    pub is_large: bool,
    pub added: String,
}

/// A file that is no picture yet, or was refused.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct WaitingFile {
    pub name: String,
    pub text: String,
    pub is_refused: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct FileForm {
    pub action: String,
    pub nonce: String,
    /// Of the next upload: sent twice, it is one.
    pub key: String,
    /// Of the picture that is replaced.
    pub version: String,
}

/// The product that a picture is chosen for.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct ChoiceForm {
    pub action: String,
    pub nonce: String,
    pub product: String,
    pub back_url: String,
    /// Names of the pictures that the product has.
    pub has: Vec<String>,
}

/// Rendered by `web/src/media_library/MediaPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct MediaPageView {
    pub url: String,
    pub count: String,
    pub notice: Option<StaffNotice>,
    pub upload: FileForm,
    pub waiting: Vec<WaitingFile>,
    pub choice: Option<ChoiceForm>,
    pub tabs: Vec<ListTab>,
    /// Grid and rows.
    pub looks: Vec<ListTab>,
    pub is_grid: bool,
    /// The hidden fields of the search form.
    pub others: Vec<(String, String)>,
    pub query: String,
    /// Each filter, with the address without it.
    pub chips: Vec<LinkView>,
    pub rows: Vec<LibraryPicture>,
    pub next_url: Option<String>,
    /// Why the list is empty.
    pub empty: Option<String>,
    pub clear_url: Option<String>,
}

impl View for MediaPageView {
    const COMPONENT: &'static str = "media_library/MediaPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct PictureForm {
    pub action: String,
    pub nonce: String,
    pub version: String,
    /// The page's own copy of the stored values.
    pub was: String,
    pub title: String,
    pub alt: String,
    /// In percent from the left and upper edges.
    pub focus_x: u8,
    pub focus_y: u8,
    pub errors: Vec<FieldError>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct DeleteForm {
    pub action: String,
    pub nonce: String,
    pub version: String,
}

/// A fact about a picture.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct PictureFact {
    pub label: String,
    pub value: String,
    /// Numbers and addresses.
    pub is_ltr: bool,
}

/// A thing that shows the picture.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct UseView {
    pub label: String,
    /// `None`: no page of staff's for it.
    pub url: Option<String>,
}

/// Rendered by `web/src/media_library/MediaPicturePage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "media_library.ts")]
pub struct MediaPicturePageView {
    pub title: String,
    pub list_url: String,
    pub notice: Option<StaffNotice>,
    pub picture: PictureView,
    /// The address of the widest file, which stays when the picture is replaced.
    pub file_url: String,
    pub form: PictureForm,
    pub facts: Vec<PictureFact>,
    pub uses_title: String,
    pub uses: Vec<UseView>,
    /// There are more than the list shows.
    pub has_more_uses: bool,
    pub replace: FileForm,
    /// `None` while it is used.
    pub delete: Option<DeleteForm>,
    pub is_deleted: bool,
    pub history: Vec<HistoryLine>,
}

impl View for MediaPicturePageView {
    const COMPONENT: &'static str = "media_library/MediaPicturePage";
}
