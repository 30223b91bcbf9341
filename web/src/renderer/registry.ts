import type { ComponentType } from "react";
import { AddressesPage } from "../accounts/AddressesPage";
import { AuthPage } from "../accounts/AuthPage";
import { DashboardPage } from "../accounts/DashboardPage";
import { FormPage } from "../accounts/FormPage";
import { SubscriptionsPage } from "../accounts/SubscriptionsPage";
import { TeamPage } from "../accounts/TeamPage";
import { AuditPage } from "../admin/AuditPage";
import { FindPage } from "../admin/FindPage";
import { HealthPage } from "../admin/HealthPage";
import { AffiliatePage } from "../affiliates/AffiliatePage";
import { StaffAffiliatePage } from "../affiliates/StaffAffiliatePage";
import { StaffAffiliatesPage } from "../affiliates/StaffAffiliatesPage";
import { StaffPayoutsPage } from "../affiliates/StaffPayoutsPage";
import { ConsentPage } from "../attribution/ConsentPage";
import { ReportPage } from "../attribution/ReportPage";
import { BarcodePage } from "../barcodes/BarcodePage";
import { BarcodeResults } from "../barcodes/BarcodeResults";
import { CountReportPage } from "../barcodes/CountReportPage";
import { CountsPage } from "../barcodes/CountsPage";
import { PickPage } from "../barcodes/PickPage";
import { CartButton } from "../cart/CartButton";
import { CartContents } from "../cart/CartContents.island";
import { CartNotice } from "../cart/CartNotice";
import { CartPage } from "../cart/CartPage";
import { DeliveryPage } from "../cart/DeliveryPage";
import { MiniCart } from "../cart/MiniCart";
import { SideCart } from "../cart/SideCart.island";
import { Gallery } from "../catalog/Gallery.island";
import { HomePage } from "../catalog/HomePage";
import { ListingPage } from "../catalog/ListingPage";
import { ProductPage } from "../catalog/ProductPage";
import { AddPaymentMethodPage } from "../checkout/AddPaymentMethodPage";
import { CheckoutPage } from "../checkout/CheckoutPage";
import { GiftSheetPage } from "../checkout/GiftSheetPage";
import { OrderConfirmationPage } from "../checkout/OrderConfirmationPage";
import { OrderPage } from "../checkout/OrderPage";
import { OrderPayPage } from "../checkout/OrderPayPage";
import { OrderPrintPage } from "../checkout/OrderPrintPage";
import { OrdersPage } from "../checkout/OrdersPage";
import { PaymentMethodsPage } from "../checkout/PaymentMethodsPage";
import { StaffOrderPage } from "../checkout/StaffOrderPage";
import { StaffOrdersPage } from "../checkout/StaffOrdersPage";
import { StaffPrintPage } from "../checkout/StaffPrintPage";
import { TrackPage } from "../checkout/TrackPage";
import { BlogPage } from "../content/BlogPage";
import { CommentThread } from "../content/CommentThread";
import { ContentPage } from "../content/ContentPage";
import { MessagePage } from "../content/MessagePage";
import { PostPage } from "../content/PostPage";
import { StaffCategoriesPage } from "../content/StaffCategoriesPage";
import { StaffConflictPage } from "../content/StaffConflictPage";
import { StaffContentPage } from "../content/StaffContentPage";
import { StaffEditPage } from "../content/StaffEditPage";
import { StaffRedirectsPage } from "../content/StaffRedirectsPage";
import { EnquiryPage } from "../enquiries/EnquiryPage";
import { FormPreviewPage } from "../enquiries/FormPreviewPage";
import { InboxPage } from "../enquiries/InboxPage";
import { EventsPage } from "../events/EventsPage";
import { CausePage } from "../followups/CausePage";
import { FollowupsPage } from "../followups/FollowupsPage";
import type { Views } from "../generated/views";
import { StaffHomePage } from "../home/StaffHomePage";
import { SitePage } from "../layout/SitePage";
import { MediaPage } from "../media_library/MediaPage";
import { MediaPicturePage } from "../media_library/MediaPicturePage";
import { ActsPage } from "../moderation/ActsPage";
import { ModerationPage } from "../moderation/ModerationPage";
import { SpamPage } from "../moderation/SpamPage";
import { DiscountTable } from "../pricing/DiscountTable";
import { QuestionList } from "../questions/QuestionList";
import { QuestionPage } from "../questions/QuestionPage";
import { Questions } from "../questions/Questions.island";
import { QuestionsPage } from "../questions/QuestionsPage";
import { WriteQuestionPage } from "../questions/WriteQuestionPage";
import { AllReviewsPage } from "../reviews/AllReviewsPage";
import { ReviewList } from "../reviews/ReviewList";
import { ReviewPages } from "../reviews/ReviewPages";
import { Reviews } from "../reviews/Reviews.island";
import { ReviewTiles } from "../reviews/ReviewTiles";
import { TopicsPage } from "../reviews/TopicsPage";
import { WriteReviewPage } from "../reviews/WriteReviewPage";
import type { HydrateOn } from "../runtime/islands";
import { SearchWordsPage } from "../search/SearchWordsPage";
import { SettingsConflictPage } from "../settings/SettingsConflictPage";
import { SettingsPage } from "../settings/SettingsPage";
import { ShippingPage } from "../settings/ShippingPage";
import { BulkFormPage } from "../staff_products/BulkFormPage";
import { BulkJobPage } from "../staff_products/BulkJobPage";
import { BulkJobsPage } from "../staff_products/BulkJobsPage";
import { ConflictPage } from "../staff_products/ConflictPage";
import { StaffBundlePage } from "../staff_products/StaffBundlePage";
import { StaffDraftPage } from "../staff_products/StaffDraftPage";
import { StaffProductPage } from "../staff_products/StaffProductPage";
import { StaffProductsPage } from "../staff_products/StaffProductsPage";
import { StaffStockPage } from "../staff_stock/StaffStockPage";
import { StockItemPage } from "../staff_stock/StockItemPage";
import { WishlistPage } from "../wishlist/WishlistPage";
import type { MailName } from "./mails";

/** The name of a page component ends in `Page`; `edge::Page::new` checks the same. */
export type PageName = Extract<keyof Views, `${string}Page`>;
/** Parts of pages that the server holds: `Page::hold`. */
export type HeldName = "content/CommentThread" | "questions/Questions" | "reviews/Reviews";
export type RegionName = Exclude<keyof Views, PageName | MailName | HeldName>;

type Page<View> = { component: ComponentType<View>; page: string };
type Region<View> = { component: ComponentType<View>; on?: HydrateOn };
type Part<View> = { component: ComponentType<View>; island?: { id: string; on: HydrateOn } };

/** The page components, with the short names for scripts (`<body data-page>`). */
export const pages = {
  "catalog/HomePage": { component: HomePage, page: "home" },
  "catalog/ListingPage": { component: ListingPage, page: "listing" },
  "catalog/ProductPage": { component: ProductPage, page: "product" },
  "wishlist/WishlistPage": { component: WishlistPage, page: "wishlist" },
  "cart/CartPage": { component: CartPage, page: "cart" },
  "cart/DeliveryPage": { component: DeliveryPage, page: "delivery" },
  "accounts/AuthPage": { component: AuthPage, page: "login" },
  "accounts/DashboardPage": { component: DashboardPage, page: "account" },
  "accounts/AddressesPage": { component: AddressesPage, page: "account" },
  "accounts/FormPage": { component: FormPage, page: "account" },
  "accounts/SubscriptionsPage": { component: SubscriptionsPage, page: "account" },
  "accounts/TeamPage": { component: TeamPage, page: "staff" },
  "affiliates/AffiliatePage": { component: AffiliatePage, page: "account" },
  "affiliates/StaffAffiliatePage": { component: StaffAffiliatePage, page: "staff" },
  "affiliates/StaffAffiliatesPage": { component: StaffAffiliatesPage, page: "staff" },
  "affiliates/StaffPayoutsPage": { component: StaffPayoutsPage, page: "staff" },
  "checkout/CheckoutPage": { component: CheckoutPage, page: "checkout" },
  "checkout/OrderPayPage": { component: OrderPayPage, page: "order-pay" },
  "checkout/OrderConfirmationPage": { component: OrderConfirmationPage, page: "order-received" },
  "checkout/OrdersPage": { component: OrdersPage, page: "account" },
  "checkout/OrderPage": { component: OrderPage, page: "account" },
  "checkout/OrderPrintPage": { component: OrderPrintPage, page: "order-print" },
  "checkout/GiftSheetPage": { component: GiftSheetPage, page: "order-print" },
  "checkout/TrackPage": { component: TrackPage, page: "track-order" },
  "checkout/PaymentMethodsPage": { component: PaymentMethodsPage, page: "account" },
  "checkout/AddPaymentMethodPage": { component: AddPaymentMethodPage, page: "account" },
  "checkout/StaffOrdersPage": { component: StaffOrdersPage, page: "staff" },
  "checkout/StaffPrintPage": { component: StaffPrintPage, page: "order-print" },
  "checkout/StaffOrderPage": { component: StaffOrderPage, page: "staff" },
  "questions/QuestionsPage": { component: QuestionsPage, page: "questions" },
  "questions/QuestionPage": { component: QuestionPage, page: "question" },
  "questions/WriteQuestionPage": { component: WriteQuestionPage, page: "write-question" },
  "reviews/AllReviewsPage": { component: AllReviewsPage, page: "reviews" },
  "reviews/TopicsPage": { component: TopicsPage, page: "staff" },
  "reviews/WriteReviewPage": { component: WriteReviewPage, page: "write-review" },
  "barcodes/BarcodePage": { component: BarcodePage, page: "staff" },
  "barcodes/CountsPage": { component: CountsPage, page: "staff" },
  "barcodes/CountReportPage": { component: CountReportPage, page: "staff" },
  "barcodes/PickPage": { component: PickPage, page: "staff" },
  "media_library/MediaPage": { component: MediaPage, page: "staff" },
  "media_library/MediaPicturePage": { component: MediaPicturePage, page: "staff" },
  "moderation/ModerationPage": { component: ModerationPage, page: "staff" },
  "moderation/ActsPage": { component: ActsPage, page: "staff" },
  "moderation/SpamPage": { component: SpamPage, page: "staff" },
  "layout/SitePage": { component: SitePage, page: "staff" },
  "admin/AuditPage": { component: AuditPage, page: "staff" },
  "admin/FindPage": { component: FindPage, page: "staff" },
  "admin/HealthPage": { component: HealthPage, page: "staff" },
  "search/SearchWordsPage": { component: SearchWordsPage, page: "staff" },
  "staff_products/StaffProductsPage": { component: StaffProductsPage, page: "staff" },
  "staff_products/StaffBundlePage": { component: StaffBundlePage, page: "staff" },
  "staff_products/StaffDraftPage": { component: StaffDraftPage, page: "staff" },
  "staff_products/StaffProductPage": { component: StaffProductPage, page: "staff" },
  "staff_products/BulkFormPage": { component: BulkFormPage, page: "staff" },
  "staff_products/BulkJobPage": { component: BulkJobPage, page: "staff" },
  "staff_products/BulkJobsPage": { component: BulkJobsPage, page: "staff" },
  "settings/SettingsPage": { component: SettingsPage, page: "staff" },
  "settings/ShippingPage": { component: ShippingPage, page: "staff" },
  "settings/SettingsConflictPage": { component: SettingsConflictPage, page: "staff" },
  "staff_products/ConflictPage": { component: ConflictPage, page: "staff" },
  "staff_stock/StaffStockPage": { component: StaffStockPage, page: "staff" },
  "staff_stock/StockItemPage": { component: StockItemPage, page: "staff" },
  "attribution/ConsentPage": { component: ConsentPage, page: "consent" },
  "attribution/ReportPage": { component: ReportPage, page: "staff" },
  "events/EventsPage": { component: EventsPage, page: "staff" },
  "content/BlogPage": { component: BlogPage, page: "blog" },
  "content/ContentPage": { component: ContentPage, page: "content" },
  "content/MessagePage": { component: MessagePage, page: "message" },
  "content/PostPage": { component: PostPage, page: "post" },
  "content/StaffCategoriesPage": { component: StaffCategoriesPage, page: "staff" },
  "content/StaffConflictPage": { component: StaffConflictPage, page: "staff" },
  "content/StaffContentPage": { component: StaffContentPage, page: "staff" },
  "content/StaffEditPage": { component: StaffEditPage, page: "staff" },
  "content/StaffRedirectsPage": { component: StaffRedirectsPage, page: "staff" },
  "followups/CausePage": { component: CausePage, page: "staff" },
  "followups/FollowupsPage": { component: FollowupsPage, page: "staff" },
  "home/StaffHomePage": { component: StaffHomePage, page: "staff" },
  "enquiries/EnquiryPage": { component: EnquiryPage, page: "staff" },
  "enquiries/FormPreviewPage": { component: FormPreviewPage, page: "form-preview" },
  "enquiries/InboxPage": { component: InboxPage, page: "staff" },
} as const satisfies { [Name in PageName]: Page<Views[Name]> };

/** Pages for staff, which the admin's script can show. Their short name is "staff". */
export type StaffPageName = {
  [Name in PageName]: (typeof pages)[Name]["page"] extends "staff" ? Name : never;
}[PageName];

/** Components that the server may render alone, as a fragment. With `on` it is an island. */
export const regions: { [Name in RegionName]: Region<Views[Name]> } = {
  "barcodes/BarcodeResults": { component: BarcodeResults },
  "cart/CartButton": { component: CartButton },
  "cart/CartNotice": { component: CartNotice },
  "cart/CartContents": { component: CartContents, on: "load" },
  "cart/MiniCart": { component: MiniCart },
  "cart/SideCart": { component: SideCart, on: "idle" },
  "catalog/Gallery": { component: Gallery },
  "pricing/DiscountTable": { component: DiscountTable },
  "questions/QuestionList": { component: QuestionList },
  "reviews/ReviewList": { component: ReviewList },
  "reviews/ReviewPages": { component: ReviewPages },
  "reviews/ReviewTiles": { component: ReviewTiles },
};

/** The parts, each as the page would render it itself. */
export const parts: { [Name in HeldName]: Part<Views[Name]> } = {
  "content/CommentThread": { component: CommentThread },
  "questions/Questions": { component: Questions, island: { id: "questions", on: "visible" } },
  "reviews/Reviews": { component: Reviews, island: { id: "reviews-list", on: "visible" } },
};
