// Written from Rust (crates/storefront). Do not edit.
import type { FormView } from "./accounts";

/**
 * Rendered by `web/src/home/StaffHomePage.tsx`.
 * rive(Debug, Clone, Serialize, TS)]
 * rde(rename_all = "camelCase")]
 * (export_to = "home.ts")]
 * struct StaffHomePageView {
 * «صباح الخير يا نورة».
 * title: String,
 * The day and the hour until which figures count.
 * lead: String,
 * work: Vec<WorkItem>,
 * `None` for roles that read no reports.
 * sales: Option<SalesView>,
 * Role and stores of the member.
 * facts: Vec<(String, String)>,
 * logout: FormView,
 * 
 * 
 *  View for StaffHomePageView {
 * t COMPONENT: &'static str = "home/StaffHomePage";
 * 
 * 
 * rive(Debug, Clone, Serialize, TS)]
 * rde(rename_all = "camelCase")]
 * (export_to = "home.ts")]
 * struct WorkItem {
 * An icon of the admin's sprite.
 * icon: &'static str,
 * title: String,
 * detail: String,
 * url: String,
 * act: String,
 * 
 * 
 * rive(Debug, Clone, Serialize, TS)]
 * rde(rename_all = "camelCase")]
 * (export_to = "home.ts")]
 * struct SalesView {
 * cards: Vec<FigureCard>,
 * Fourteen days, oldest first.
 * days: Vec<DayFigure>,
 * Net sales of the fourteen days, and of the fourteen before.
 * total: String,
 * total_before: String,
 * The highest amount of both periods, in minor units: the scale of the plot.
 * top: f64,
 * best: Vec<BestSellerView>,
 * 
 * 
 * A figure; its address lists the rows that sum to it.
 * rive(Debug, Clone, Serialize, TS)]
 * rde(rename_all = "camelCase")]
 * (export_to = "home.ts")]
 * struct FigureCard {
 * label: String,
 * value: String,
 * «13%»; `None` if there was nothing to compare with.
 * change: Option<String>,
 * is_up: bool,
 * before: String,
 * url: String,
 * 
 * 
 * rive(Debug, Clone, Serialize, TS)]
 * rde(rename_all = "camelCase")]
 * (export_to = "home.ts")]
 * struct DayFigure {
 * label: String,
 * value: String,
 * before: String,
 * In minor units, for the plot.
 * amount: f64,
 * amount_before: f64,
 * url: String,
 * 
 */
export type BestSellerView = { name: string, pieces: string, sum: string, url: string, };
