//! Exports the TypeScript types of views and responses.
//!
//! `make types` writes them to `web/src/generated`, and reports a type or view that is missing from the list here.

use std::{
    any::TypeId,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use edge::view::{
    AdminLayoutView, AdminPageView, IslandView, LayoutView, MessagePageView, PageHead, Success, View,
};
use mail::view::EmailView;
use ts_rs::{Config, TS, TypeVisitor};

use crate::pages::view as page;

/// Writes a file for each capability, and `views.ts`, into `folder`.
pub fn export(folder: &Path) -> anyhow::Result<()> {
    let mut types = Types::new(folder);
    types.view::<page::HomePageView>()?;
    types.view::<page::ListingPageView>()?;
    types.view::<page::ProductPageView>()?;
    types.view::<page::GalleryView>()?;
    types.view::<page::WishlistPageView>()?;
    types.view::<pricing::view::DiscountTableView>()?;
    types.view::<cart::view::CartPageView>()?;
    types.view::<cart::view::DeliveryPageView>()?;
    types.view::<cart::view::CartContentsView>()?;
    types.view::<cart::view::CartButtonView>()?;
    types.view::<cart::view::CartNotice>()?;
    types.view::<cart::view::MiniCartView>()?;
    types.view::<cart::view::SideCartView>()?;
    types.view::<accounts::view::AuthPageView>()?;
    types.view::<accounts::view::DashboardPageView>()?;
    types.view::<accounts::view::AddressesPageView>()?;
    types.view::<accounts::view::FormPageView>()?;
    types.view::<accounts::view::SubscriptionsPageView>()?;
    types.view::<crate::staff_home::view::StaffHomePageView>()?;
    types.view::<accounts::view::TeamPageView>()?;
    types.view::<checkout::view::CheckoutPageView>()?;
    types.view::<checkout::view::OrderPayPageView>()?;
    types.view::<orders::view::OrderConfirmationPageView>()?;
    types.view::<orders::view::OrdersPageView>()?;
    types.view::<orders::view::OrderPageView>()?;
    types.view::<orders::view::TrackPageView>()?;
    types.view::<orders::view::OrderPrintPageView>()?;
    types.view::<orders::view::GiftSheetPageView>()?;
    types.view::<payments::view::PaymentMethodsPageView>()?;
    types.view::<payments::view::AddPaymentMethodPageView>()?;
    types.view::<orders::view::StaffOrdersPageView>()?;
    types.view::<orders::view::StaffOrderPageView>()?;
    types.view::<orders::view::StaffPrintPageView>()?;
    types.view::<reviews::view::ReviewListView>()?;
    types.view::<reviews::view::ReviewPagesView>()?;
    types.view::<reviews::view::ReviewTilesView>()?;
    types.view::<reviews::view::ReviewSectionView>()?;
    types.view::<reviews::view::AllReviewsPageView>()?;
    types.view::<reviews::view::WriteReviewPageView>()?;
    types.view::<reviews::view::TopicsPageView>()?;
    types.view::<questions::view::QuestionListView>()?;
    types.view::<questions::view::QuestionSectionView>()?;
    types.view::<questions::view::QuestionsPageView>()?;
    types.view::<questions::view::QuestionPageView>()?;
    types.view::<questions::view::WriteQuestionPageView>()?;
    types.view::<barcodes::view::BarcodePageView>()?;
    types.view::<barcodes::view::BarcodeResultsView>()?;
    types.view::<barcodes::view::CountsPageView>()?;
    types.view::<barcodes::view::PickPageView>()?;
    types.view::<barcodes::view::CountReportPageView>()?;
    types.view::<affiliates::view::AffiliatePageView>()?;
    types.view::<affiliates::view::StaffAffiliatesPageView>()?;
    types.view::<affiliates::view::StaffAffiliatePageView>()?;
    types.view::<affiliates::view::StaffPayoutsPageView>()?;
    types.view::<followups::view::FollowupsPageView>()?;
    types.view::<followups::view::CausePageView>()?;
    types.view::<moderation::view::ModerationPageView>()?;
    types.view::<moderation::view::SpamPageView>()?;
    types.view::<moderation::view::ActsPageView>()?;
    types.view::<crate::site::view::SitePageView>()?;
    types.view::<crate::search_words::view::SearchWordsPageView>()?;
    types.view::<crate::finder::view::FindPageView>()?;
    types.view::<crate::audit_page::view::AuditPageView>()?;
    types.view::<crate::health_page::view::HealthPageView>()?;
    types.view::<crate::staff_products::view::StaffProductsPageView>()?;
    types.view::<crate::staff_products::view::StaffProductPageView>()?;
    types.view::<crate::staff_products::view::ConflictView>()?;
    types.view::<crate::staff_products::bulk::view::BulkFormPageView>()?;
    types.view::<crate::staff_products::bulk::view::BulkJobPageView>()?;
    types.view::<crate::staff_products::bulk::view::BulkJobsPageView>()?;
    types.view::<crate::staff_settings::view::SettingsPageView>()?;
    types.view::<crate::staff_settings::view::ShippingPageView>()?;
    types.view::<crate::staff_settings::view::SettingsConflictView>()?;
    types.view::<crate::staff_products::StaffBundlePageView>()?;
    types.view::<crate::staff_products::StaffDraftPageView>()?;
    types.view::<crate::staff_stock::view::StaffStockPageView>()?;
    types.view::<crate::staff_stock::view::StockItemPageView>()?;
    types.view::<crate::media_library::view::MediaPageView>()?;
    types.view::<crate::media_library::view::MediaPicturePageView>()?;
    types.view::<attribution::view::ConsentPageView>()?;
    types.view::<attribution::view::ReportPageView>()?;
    types.view::<events::view::EventsPageView>()?;
    types.view::<content::view::ContentPageView>()?;
    types.view::<content::view::PostPageView>()?;
    types.view::<content::view::CommentThreadView>()?;
    types.view::<content::view::BlogPageView>()?;
    types.view::<content::view::StaffContentPageView>()?;
    types.view::<content::view::StaffEditPageView>()?;
    types.view::<content::view::StaffConflictPageView>()?;
    types.view::<content::view::StaffCategoriesPageView>()?;
    types.view::<content::view::StaffRedirectsPageView>()?;
    types.view::<enquiries::view::InboxPageView>()?;
    types.view::<enquiries::view::EnquiryPageView>()?;
    types.view::<enquiries::view::FormPreviewPageView>()?;
    types.view::<MessagePageView>()?;
    types.view::<EmailView>()?;

    types.island::<cart::view::SideCartView>()?;
    types.island::<cart::view::CartContentsView>()?;
    types.island::<checkout::view::SummaryView>()?;

    // The document and the layout around every page.
    types.export_type::<PageHead>()?;
    types.export_type::<LayoutView>()?;
    types.export_type::<AdminLayoutView>()?;
    types.export_type::<AdminPageView<'static>>()?;
    types.export_type::<crate::live::view::LiveMessage>()?;

    // Islands that are part of pages only.
    types.export_type::<reviews::view::ReviewGridView>()?;
    types.export_type::<reviews::view::ReviewSlidesView>()?;
    types.export_type::<reviews::view::TrustBadgeView>()?;
    types.export_type::<enquiries::view::EnquiryFormView>()?;
    // The browser's rules take elements as they are stored, which its view contains without naming them.
    types.export_type::<enquiries::rules::Element>()?;
    types.export_type::<enquiries::rules::ElementKind>()?;

    // Responses of calls.
    types.export_type::<reviews::view::ReviewListAnswer>()?;
    types.export_type::<reviews::view::ReviewGridAnswer>()?;
    types.export_type::<reviews::view::VoteAnswer>()?;
    types.export_type::<reviews::view::ReviewResultAnswer>()?;
    types.export_type::<reviews::view::UploadAnswer>()?;
    types.export_type::<reviews::view::DeleteAnswer>()?;
    types.export_type::<affiliates::view::AffiliateIdAnswer>()?;
    types.export_type::<affiliates::view::TrackingSettings>()?;
    types.export_type::<questions::view::QuestionListAnswer>()?;
    types.export_type::<questions::view::QuestionResultAnswer>()?;
    types.export_type::<questions::view::AuthorDefaults>()?;
    types.export_type::<enquiries::view::EnquiryUploadAnswer>()?;
    types.export_type::<enquiries::view::EnquirySubmitAnswer>()?;
    types.export_type::<enquiries::view::EnquiryTokenAnswer>()?;
    types.export_type::<barcodes::view::BarcodeAnswer>()?;
    types.export_type::<barcodes::view::PickAnswer>()?;
    types.export_type::<crate::site::view::BannerState>()?;
    types.export_type::<Success>()?;
    types.export_type::<cart::view::CartAnswer>()?;
    types.export_type::<cart::view::DeliveryAnswer>()?;
    types.export_type::<stock_alerts::view::AlertAnswer>()?;
    types.export_type::<page::SearchSuggestions>()?;
    types.export_type::<page::PriceAnswer>()?;
    types.export_type::<page::WishlistAnswer>()?;
    types.export_type::<page::RecentAnswer>()?;
    types.export_type::<page::QuantityPriceAnswer>()?;
    types.export_type::<page::DiscountTableAnswer>()?;
    types.export_type::<page::SaleEndedAnswer>()?;
    types.export_type::<page::VariationPicturesAnswer>()?;
    types.export_type::<checkout::view::OrderReviewAnswer>()?;
    types.export_type::<orders::view::OrderStatusAnswer>()?;
    types.export_type::<orders::view::NewOrdersAnswer>()?;
    types.export_type::<crate::staff_products::bulk::view::BulkProgressAnswer>()?;
    types.export_type::<checkout::view::StoreCheckoutAnswer>()?;
    types.export_type::<checkout::view::StoreCheckoutRefusal>()?;

    fs::write(folder.join("views.ts"), types.views()).context("writing views.ts")
}

/// Module and name of a type.
type Import = (String, String);

struct Types {
    config: Config,
    /// By component.
    views: BTreeMap<&'static str, Import>,
    /// By region.
    islands: BTreeMap<&'static str, Import>,
    names: Names,
}

impl Types {
    fn new(folder: &Path) -> Self {
        // Ids and amounts that may be too large for a JavaScript number are text.
        let config = Config::new().with_out_dir(folder).with_large_int("number");
        Self { config, views: BTreeMap::new(), islands: BTreeMap::new(), names: Names::default() }
    }

    fn view<V: View + 'static>(&mut self) -> anyhow::Result<()> {
        let import = self.import::<V>()?;
        let before = self.views.insert(V::COMPONENT, import);
        ensure!(before.is_none(), "two views have the component {}", V::COMPONENT);
        Ok(())
    }

    fn island<V: IslandView + 'static>(&mut self) -> anyhow::Result<()> {
        let import = self.import::<V>()?;
        let before = self.islands.insert(V::REGION, import);
        ensure!(before.is_none(), "two islands have the region {}", V::REGION);
        Ok(())
    }

    fn import<T: TS + 'static>(&mut self) -> anyhow::Result<Import> {
        self.export_type::<T>()?;
        let file = T::output_path().context("a view without `#[ts(export_to)]`")?;
        Ok((file.with_extension("").display().to_string(), T::ident(&self.config)))
    }

    /// Exports a type and all types that it contains.
    fn export_type<T: TS + 'static>(&mut self) -> anyhow::Result<()> {
        self.names.visit::<T>();
        ensure!(
            self.names.duplicates.is_empty(),
            "two types are called {}",
            self.names.duplicates.join(", ")
        );
        T::export_all(&self.config).with_context(|| format!("exporting {}", T::ident(&self.config)))
    }

    fn views(&self) -> String {
        let mut imports = BTreeMap::<&str, BTreeSet<&str>>::new();
        for (module, name) in self.views.values().chain(self.islands.values()) {
            imports.entry(module).or_default().insert(name);
        }
        let mut text = String::from("// Views\n");
        for (module, names) in imports {
            let names = names.into_iter().collect::<Vec<_>>().join(", ");
            text += &format!("import type {{ {names} }} from \"./{module}\";\n");
        }
        text += &map("Views", "Props of each component that the server renders.", &self.views);
        text += &map("Islands", "Props of islands in responses, by region.", &self.islands);
        text
    }
}

fn map(name: &str, comment: &str, imports: &BTreeMap<&str, Import>) -> String {
    let lines: String = imports.iter().map(|(key, (_, name))| format!("  \"{key}\": {name},\n")).collect();
    format!("\n/**\n * {comment}\n */\nexport type {name} = {{\n{lines}}};\n")
}

/// Finds types that share a name. ts-rs would write the first and drop the second without an error.
#[derive(Default)]
struct Names {
    config: Config,
    known: BTreeMap<(PathBuf, String), TypeId>,
    duplicates: Vec<String>,
}

impl TypeVisitor for Names {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let Some(file) = T::output_path() else { return };
        let name = T::ident(&self.config);
        match self.known.insert((file, name.clone()), TypeId::of::<T>()) {
            None => T::visit_dependencies(self),
            Some(other) if other != TypeId::of::<T>() => self.duplicates.push(name),
            Some(_) => {}
        }
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "only the types are used")]
mod tests {
    use super::*;

    #[derive(TS)]
    #[ts(export_to = "test.ts")]
    struct Outer {
        other: Option<Vec<inner::Name>>,
    }

    #[derive(TS)]
    #[ts(export_to = "test.ts")]
    struct Name;

    mod inner {
        #[derive(ts_rs::TS)]
        #[ts(export_to = "test.ts")]
        pub struct Name;
    }

    #[test]
    fn two_types_of_one_name_in_one_file_are_refused() {
        let mut names = Names::default();
        names.visit::<Outer>();
        names.visit::<inner::Name>();
        assert!(names.duplicates.is_empty());
        names.visit::<Name>();
        assert_eq!(names.duplicates, ["Name"]);
    }
}
