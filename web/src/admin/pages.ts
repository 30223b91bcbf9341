import type { ComponentType } from "react";
import type { StaffPageName } from "../renderer/registry";

type Load = () => Promise<Record<string, unknown>>;

/** The pages that the admin can show without a reload, each in a chunk of its own. */
export const staffPages: Record<StaffPageName, Load> = {
  "accounts/TeamPage": () => import("../accounts/TeamPage"),
  "admin/AuditPage": () => import("./AuditPage"),
  "admin/FindPage": () => import("./FindPage"),
  "admin/HealthPage": () => import("./HealthPage"),
  "affiliates/StaffAffiliatePage": () => import("../affiliates/StaffAffiliatePage"),
  "affiliates/StaffAffiliatesPage": () => import("../affiliates/StaffAffiliatesPage"),
  "affiliates/StaffPayoutsPage": () => import("../affiliates/StaffPayoutsPage"),
  "attribution/ReportPage": () => import("../attribution/ReportPage"),
  "barcodes/BarcodePage": () => import("../barcodes/BarcodePage"),
  "barcodes/CountReportPage": () => import("../barcodes/CountReportPage"),
  "barcodes/CountsPage": () => import("../barcodes/CountsPage"),
  "barcodes/PickPage": () => import("../barcodes/PickPage"),
  "checkout/StaffOrderPage": () => import("../checkout/StaffOrderPage"),
  "checkout/StaffOrdersPage": () => import("../checkout/StaffOrdersPage"),
  "content/StaffCategoriesPage": () => import("../content/StaffCategoriesPage"),
  "content/StaffConflictPage": () => import("../content/StaffConflictPage"),
  "content/StaffContentPage": () => import("../content/StaffContentPage"),
  "content/StaffEditPage": () => import("../content/StaffEditPage"),
  "content/StaffRedirectsPage": () => import("../content/StaffRedirectsPage"),
  "enquiries/EnquiryPage": () => import("../enquiries/EnquiryPage"),
  "enquiries/InboxPage": () => import("../enquiries/InboxPage"),
  "events/EventsPage": () => import("../events/EventsPage"),
  "followups/CausePage": () => import("../followups/CausePage"),
  "followups/FollowupsPage": () => import("../followups/FollowupsPage"),
  "home/StaffHomePage": () => import("../home/StaffHomePage"),
  "layout/SitePage": () => import("../layout/SitePage"),
  "moderation/ActsPage": () => import("../moderation/ActsPage"),
  "media_library/MediaPage": () => import("../media_library/MediaPage"),
  "media_library/MediaPicturePage": () => import("../media_library/MediaPicturePage"),
  "moderation/ModerationPage": () => import("../moderation/ModerationPage"),
  "moderation/SpamPage": () => import("../moderation/SpamPage"),
  "reviews/TopicsPage": () => import("../reviews/TopicsPage"),
  "search/SearchWordsPage": () => import("../search/SearchWordsPage"),
  "staff_products/BulkFormPage": () => import("../staff_products/BulkFormPage"),
  "staff_products/BulkJobPage": () => import("../staff_products/BulkJobPage"),
  "staff_products/BulkJobsPage": () => import("../staff_products/BulkJobsPage"),
  "settings/SettingsConflictPage": () => import("../settings/SettingsConflictPage"),
  "settings/SettingsPage": () => import("../settings/SettingsPage"),
  "settings/ShippingPage": () => import("../settings/ShippingPage"),
  "staff_products/ConflictPage": () => import("../staff_products/ConflictPage"),
  "staff_products/StaffBundlePage": () => import("../staff_products/StaffBundlePage"),
  "staff_products/StaffDraftPage": () => import("../staff_products/StaffDraftPage"),
  "staff_products/StaffProductPage": () => import("../staff_products/StaffProductPage"),
  "staff_products/StaffProductsPage": () => import("../staff_products/StaffProductsPage"),
  "staff_stock/StaffStockPage": () => import("../staff_stock/StaffStockPage"),
  "staff_stock/StockItemPage": () => import("../staff_stock/StockItemPage"),
};

// biome-ignore lint/suspicious/noExplicitAny: each page has its own view
export type PageComponent = ComponentType<any>;

/** The component of a page; null for a name that this release does not know. */
export async function loadPage(name: string): Promise<PageComponent | null> {
  if (!Object.hasOwn(staffPages, name)) return null;
  const module = await staffPages[name as StaffPageName]();
  return (module[name.slice(name.indexOf("/") + 1)] as PageComponent | undefined) ?? null;
}
