//! Views that all pages share: head, header, footer and error messages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the component of a page, a region or an email receives.
///
/// `storefront::cli::types` lists every view; `web/src/renderer/registry.ts` is typed by that list.
pub trait View: Serialize + TS {
    /// Folder and name of the component in `web/src`. Ends in `Page` for pages, and for nothing else.
    const COMPONENT: &'static str;
}

/// What an island receives again in the answers of calls, in place of its first props.
pub trait IslandView: Serialize + TS {
    /// The region that contains the island.
    const REGION: &'static str;
}

/// Whether a component renders a page. `registry.ts` distinguishes pages from regions by the same suffix.
pub(crate) const fn is_page(component: &str) -> bool {
    matches!(component.as_bytes(), [.., b'P', b'a', b'g', b'e'])
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct PageHead {
    pub title: String,
    pub description: String,
    pub canonical_url: String,
    pub no_index: bool,
    pub image_url: Option<String>,
    /// JSON-LD documents, as text.
    pub structured_data: Vec<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct LinkView {
    pub label: String,
    pub url: String,
}

impl LinkView {
    pub fn new(label: impl Into<String>, url: impl Into<String>) -> Self {
        Self { label: label.into(), url: url.into() }
    }
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct NavItem {
    pub label: String,
    pub url: String,
    pub accent: bool,
    /// Shown in a pop-up; empty for most items.
    pub description: String,
    pub children: Vec<LinkView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct FooterColumn {
    pub title: String,
    pub links: Vec<LinkView>,
}

/// The form that subscribes an address to the shop's first list.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct NewsletterView {
    pub action: String,
    pub title: String,
    pub text: String,
}

/// The notice at the top of every page. Its id is part of the name of the cookie that hides it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct StoreNoticeView {
    pub id: String,
    pub text: String,
}

/// The banner at the bottom of every page, until the visitor dismisses it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct ComingSoonView {
    pub text: String,
    /// Tells whether this visitor has dismissed the banner; the page is the same for all visitors.
    pub state_url: String,
    /// Receives the dismissal.
    pub rest_url: String,
}

/// Whether the shop may find out where its visitors come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "edge.ts")]
pub enum ConsentMode {
    /// Unless the visitor refuses.
    #[default]
    Allowed,
    /// After the visitor agrees.
    Ask,
    Denied,
}

/// A script of another service, with the shop's id at that service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct TagView {
    pub id: String,
    pub script_url: String,
}

/// The scripts of other services that the shop owner configured; none by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct TagsView {
    pub analytics: Option<TagView>,
    pub tag_manager: Option<TagView>,
    pub pixel: Option<TagView>,
    pub search: Option<TagView>,
}

impl TagsView {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a page's script may measure, the same for every visitor.
#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct MeasurementView {
    pub consent: ConsentMode,
    /// The page on which visitors change their consent.
    pub consent_url: String,
    /// Receives the beginning of a visit.
    pub landing_url: String,
    /// The address whose links begin a checkout.
    pub checkout_url: String,
    /// `None` on pages with the slim layout, which payment forms use.
    pub tags: Option<TagsView>,
}

/// Header and footer: the same on every page and for every visitor.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct LayoutView {
    /// Only the logo and the footer: no links that lead away from the checkout.
    pub is_slim: bool,
    pub shop_name: String,
    pub tagline: String,
    pub phone: String,
    pub email: String,
    /// The number that the shop answers on WhatsApp.
    pub whatsapp: String,
    /// When the shop answers, in words.
    pub hours: String,
    pub home_url: String,
    pub shop_url: String,
    pub cart_url: String,
    pub account_url: Option<String>,
    pub search_url: String,
    pub store_notice: Option<StoreNoticeView>,
    pub coming_soon: Option<ComingSoonView>,
    pub nav: Vec<NavItem>,
    /// The menu of small screens.
    pub mobile_nav: Vec<NavItem>,
    /// Rows below it.
    pub service_links: Vec<LinkView>,
    /// Searches that the empty search box proposes.
    pub popular_searches: Vec<String>,
    /// Names of the cards that the shop accepts.
    pub card_brands: Vec<String>,
    pub footer: Vec<FooterColumn>,
    /// `None` in a shop without a public list.
    pub newsletter: Option<NewsletterView>,
    /// Links in the last row of the footer.
    pub footer_links: Vec<LinkView>,
    /// The empty side cart that every page is rendered with; a view of the cart capability.
    #[ts(type = "import(\"./cart\").SideCartView")]
    pub side_cart: serde_json::Value,
    /// Summary of the shop's reviews, or null; a view of the reviews capability.
    #[ts(type = "import(\"./reviews\").TrustBadgeView | null")]
    pub trust_badge: serde_json::Value,
    pub measurement: MeasurementView,
    pub year: String,
}

/// A link of the admin's menu.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct AdminLink {
    pub label: String,
    pub url: String,
    /// An icon of the admin's sprite.
    pub icon: &'static str,
    /// The page is this one, or below it.
    pub is_current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct AdminMenuGroup {
    pub label: String,
    pub links: Vec<AdminLink>,
}

/// The band of a member who looks at the admin as a role sees it, with the form that ends it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct RoleBand {
    /// The title of the role.
    pub role: String,
    pub action: String,
    pub nonce: String,
}

/// The layout of the admin's pages: who is signed in, and what they may open.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct AdminLayoutView {
    /// A restored copy of the shop: it contacts nobody, and says so.
    pub is_copy: bool,
    /// `None` for members who see the admin as their own role.
    pub role_band: Option<RoleBand>,
    pub home_url: String,
    /// The shop, as visitors see it.
    pub shop_url: String,
    /// The search of the admin.
    pub find_url: String,
    pub member: String,
    pub role: String,
    pub menu: Vec<AdminMenuGroup>,
    /// Links at the lower edge of a phone.
    pub bar: Vec<AdminLink>,
}

/// A page for staff as the admin's own script receives it: the view that the renderer would have, and the layout around it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct AdminPageView<'a> {
    pub component: &'static str,
    pub title: &'a str,
    pub layout: &'a AdminLayoutView,
    /// JSON already.
    #[serde(skip)]
    #[ts(skip)]
    pub props: &'a str,
}

impl AdminPageView<'_> {
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("a view serializes to JSON");
        text.pop();
        text.reserve(self.props.len() + 16);
        text.push_str(",\"props\":");
        text.push_str(self.props);
        text.push('}');
        text
    }
}

/// The answer of a call that returns no data.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export_to = "edge.ts")]
pub struct Success {
    pub success: bool,
}

/// The reason why a message is shown instead of the page.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "edge.ts")]
pub enum MessageKind {
    NotFound,
    Error,
    Refused,
    Expired,
    Busy,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "edge.ts")]
pub struct MessagePageView {
    pub kind: MessageKind,
    pub title: String,
    pub hint: String,
    pub home_url: String,
    pub shop_url: String,
    pub reference: Option<String>,
}

impl View for MessagePageView {
    const COMPONENT: &'static str = "content/MessagePage";
}
