// Written from Rust. Do not edit.
import type { AddressesPageView, AuthPageView, DashboardPageView, FormPageView, SubscriptionsPageView, TeamPageView } from "./accounts";
import type { AuditPageView, FindPageView, HealthPageView } from "./admin";
import type { AffiliatePageView, StaffAffiliatePageView, StaffAffiliatesPageView, StaffPayoutsPageView } from "./affiliates";
import type { ConsentPageView, ReportPageView } from "./attribution";
import type { BarcodePageView, BarcodeResultsView, CountReportPageView, CountsPageView, PickPageView } from "./barcodes";
import type { CartButtonView, CartContentsView, CartNotice, CartPageView, DeliveryPageView, MiniCartView, SideCartView } from "./cart";
import type { GalleryView, HomePageView, ListingPageView, ProductPageView } from "./catalog";
import type { AddPaymentMethodPageView, CheckoutPageView, GiftSheetPageView, OrderConfirmationPageView, OrderPageView, OrderPayPageView, OrderPrintPageView, OrdersPageView, PaymentMethodsPageView, StaffOrderPageView, StaffOrdersPageView, StaffPrintPageView, SummaryView, TrackPageView } from "./checkout";
import type { BlogPageView, CommentThreadView, ContentPageView, PostPageView, StaffCategoriesPageView, StaffConflictPageView, StaffContentPageView, StaffEditPageView, StaffRedirectsPageView } from "./content";
import type { MessagePageView } from "./edge";
import type { EnquiryPageView, FormPreviewPageView, InboxPageView } from "./enquiries";
import type { EventsPageView } from "./events";
import type { CausePageView, FollowupsPageView } from "./followups";
import type { StaffHomePageView } from "./home";
import type { EmailView } from "./mail";
import type { MediaPageView, MediaPicturePageView } from "./media_library";
import type { ActsPageView, ModerationPageView, SpamPageView } from "./moderation";
import type { DiscountTableView } from "./pricing";
import type { QuestionListView, QuestionPageView, QuestionSectionView, QuestionsPageView, WriteQuestionPageView } from "./questions";
import type { AllReviewsPageView, ReviewListView, ReviewPagesView, ReviewSectionView, ReviewTilesView, TopicsPageView, WriteReviewPageView } from "./reviews";
import type { SearchWordsPageView } from "./search";
import type { SettingsConflictView, SettingsPageView, ShippingPageView } from "./settings";
import type { SitePageView } from "./site";
import type { BulkFormPageView, BulkJobPageView, BulkJobsPageView } from "./staff_bulk";
import type { ConflictView, StaffBundlePageView, StaffDraftPageView, StaffProductPageView, StaffProductsPageView } from "./staff_products";
import type { StaffStockPageView, StockItemPageView } from "./staff_stock";
import type { WishlistPageView } from "./wishlist";

/**
 * Props of islands in responses, by region.
 */
export type Islands = {
  "cart-page": CartContentsView,
  "order-summary": SummaryView,
  "side-cart": SideCartView,
};

/**
 * Props of each component that the server renders.
 */
export type Views = {
  "accounts/AddressesPage": AddressesPageView,
  "accounts/AuthPage": AuthPageView,
  "accounts/DashboardPage": DashboardPageView,
  "accounts/FormPage": FormPageView,
  "accounts/SubscriptionsPage": SubscriptionsPageView,
  "accounts/TeamPage": TeamPageView,
  "admin/AuditPage": AuditPageView,
  "admin/FindPage": FindPageView,
  "admin/HealthPage": HealthPageView,
  "affiliates/AffiliatePage": AffiliatePageView,
  "affiliates/StaffAffiliatePage": StaffAffiliatePageView,
  "affiliates/StaffAffiliatesPage": StaffAffiliatesPageView,
  "affiliates/StaffPayoutsPage": StaffPayoutsPageView,
  "attribution/ConsentPage": ConsentPageView,
  "attribution/ReportPage": ReportPageView,
  "barcodes/BarcodePage": BarcodePageView,
  "barcodes/BarcodeResults": BarcodeResultsView,
  "barcodes/CountReportPage": CountReportPageView,
  "barcodes/CountsPage": CountsPageView,
  "barcodes/PickPage": PickPageView,
  "cart/CartButton": CartButtonView,
  "cart/CartContents": CartContentsView,
  "cart/CartNotice": CartNotice,
  "cart/CartPage": CartPageView,
  "cart/DeliveryPage": DeliveryPageView,
  "cart/MiniCart": MiniCartView,
  "cart/SideCart": SideCartView,
  "catalog/Gallery": GalleryView,
  "catalog/HomePage": HomePageView,
  "catalog/ListingPage": ListingPageView,
  "catalog/ProductPage": ProductPageView,
  "checkout/AddPaymentMethodPage": AddPaymentMethodPageView,
  "checkout/CheckoutPage": CheckoutPageView,
  "checkout/GiftSheetPage": GiftSheetPageView,
  "checkout/OrderConfirmationPage": OrderConfirmationPageView,
  "checkout/OrderPage": OrderPageView,
  "checkout/OrderPayPage": OrderPayPageView,
  "checkout/OrderPrintPage": OrderPrintPageView,
  "checkout/OrdersPage": OrdersPageView,
  "checkout/PaymentMethodsPage": PaymentMethodsPageView,
  "checkout/StaffOrderPage": StaffOrderPageView,
  "checkout/StaffOrdersPage": StaffOrdersPageView,
  "checkout/StaffPrintPage": StaffPrintPageView,
  "checkout/TrackPage": TrackPageView,
  "content/BlogPage": BlogPageView,
  "content/CommentThread": CommentThreadView,
  "content/ContentPage": ContentPageView,
  "content/MessagePage": MessagePageView,
  "content/PostPage": PostPageView,
  "content/StaffCategoriesPage": StaffCategoriesPageView,
  "content/StaffConflictPage": StaffConflictPageView,
  "content/StaffContentPage": StaffContentPageView,
  "content/StaffEditPage": StaffEditPageView,
  "content/StaffRedirectsPage": StaffRedirectsPageView,
  "enquiries/EnquiryPage": EnquiryPageView,
  "enquiries/FormPreviewPage": FormPreviewPageView,
  "enquiries/InboxPage": InboxPageView,
  "events/EventsPage": EventsPageView,
  "followups/CausePage": CausePageView,
  "followups/FollowupsPage": FollowupsPageView,
  "home/StaffHomePage": StaffHomePageView,
  "layout/SitePage": SitePageView,
  "mail/Email": EmailView,
  "media_library/MediaPage": MediaPageView,
  "media_library/MediaPicturePage": MediaPicturePageView,
  "moderation/ActsPage": ActsPageView,
  "moderation/ModerationPage": ModerationPageView,
  "moderation/SpamPage": SpamPageView,
  "pricing/DiscountTable": DiscountTableView,
  "questions/QuestionList": QuestionListView,
  "questions/QuestionPage": QuestionPageView,
  "questions/Questions": QuestionSectionView,
  "questions/QuestionsPage": QuestionsPageView,
  "questions/WriteQuestionPage": WriteQuestionPageView,
  "reviews/AllReviewsPage": AllReviewsPageView,
  "reviews/ReviewList": ReviewListView,
  "reviews/ReviewPages": ReviewPagesView,
  "reviews/ReviewTiles": ReviewTilesView,
  "reviews/Reviews": ReviewSectionView,
  "reviews/TopicsPage": TopicsPageView,
  "reviews/WriteReviewPage": WriteReviewPageView,
  "search/SearchWordsPage": SearchWordsPageView,
  "settings/SettingsConflictPage": SettingsConflictView,
  "settings/SettingsPage": SettingsPageView,
  "settings/ShippingPage": ShippingPageView,
  "staff_products/BulkFormPage": BulkFormPageView,
  "staff_products/BulkJobPage": BulkJobPageView,
  "staff_products/BulkJobsPage": BulkJobsPageView,
  "staff_products/ConflictPage": ConflictView,
  "staff_products/StaffBundlePage": StaffBundlePageView,
  "staff_products/StaffDraftPage": StaffDraftPageView,
  "staff_products/StaffProductPage": StaffProductPageView,
  "staff_products/StaffProductsPage": StaffProductsPageView,
  "staff_stock/StaffStockPage": StaffStockPageView,
  "staff_stock/StockItemPage": StockItemPageView,
  "wishlist/WishlistPage": WishlistPageView,
};
