use catalog::PictureView;
use reviews::view::{ReviewGridView, ReviewSlidesView};
use serde::Serialize;
use ts_rs::TS;

/// One block of a page or post.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "kind")]
#[ts(export_to = "content.ts")]
pub enum BlockView {
    Heading {
        /// The target of links to this heading.
        id: String,
        /// 2 to 4.
        level: u8,
        text: String,
    },
    Text {
        /// Cleaned when it was stored and again when it was read: the only HTML of a view. Written by one component.
        html: String,
    },
    Picture {
        picture: PictureView,
        caption: String,
    },
    Gallery(GalleryBlockView),
    Products {
        /// A row of the catalogue, as on the home page.
        #[ts(type = "import(\"./catalog\").ProductRowView")]
        row: serde_json::Value,
    },
    ReviewsGrid {
        grid: Box<ReviewGridView>,
    },
    ReviewsSlider {
        slides: ReviewSlidesView,
    },
    /// Vertical tabs; an accordion on narrow pages.
    Tabs {
        /// Unique in the page.
        id: String,
        /// Accessible name of the list of tabs.
        label: String,
        tabs: Vec<TabView>,
    },
    Figures {
        /// Accessible name.
        label: String,
        figures: Vec<FigureView>,
    },
    People {
        label: String,
        people: Vec<PersonView>,
    },
    Button {
        label: String,
        url: String,
        is_primary: bool,
    },
    /// A form that follows stands beside them.
    Contacts {
        /// Accessible name.
        label: String,
        ways: Vec<ContactWayView>,
    },
    Form {
        #[ts(type = "import(\"./enquiries\").EnquiryFormView")]
        form: serde_json::Value,
    },
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct GalleryBlockView {
    /// Accessible name.
    pub label: String,
    pub pictures: Vec<PictureView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct TabView {
    /// Unique in the page; also the fragment that opens the tab.
    pub id: String,
    pub title: String,
    /// As the HTML of a text block.
    pub html: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct FigureView {
    pub value: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContactWayView {
    #[ts(type = "\"chat\" | \"phone\" | \"mail\" | \"truck\" | \"gift\" | \"pin\"")]
    pub icon: String,
    pub title: String,
    /// Empty for none.
    pub note: String,
    pub url: Option<String>,
    /// Written from left to right; empty for none.
    pub detail: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct PersonView {
    pub name: String,
    /// Name and role.
    pub title: String,
    /// Empty for none.
    pub text: String,
}
