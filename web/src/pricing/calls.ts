import type {
  DiscountTableAnswer,
  DiscountTableView,
  PriceAnswer,
  QuantityPriceAnswer,
} from "../generated/pricing";
import { actionUrl, post } from "../runtime/request";

const call = <T>(action: string, fields: Record<string, string>) =>
  post<T>(actionUrl(), new URLSearchParams({ action, ...fields }));

/** Call 11: what a variation costs. */
export const fetchVariationPrice = (id: string, price_html: string) =>
  call<PriceAnswer>("loadWooDiscountedPriceForVariant", { id, price_html });

/** Call 13: what it costs when so many are bought. */
export const fetchQuantityPrice = (id: string, qty: string) =>
  call<QuantityPriceAnswer>("loadWooDiscountStrikeoutPriceOfProduct", { id, qty, price_html: "" });

/** Call 12: what more pieces save; null where nothing is saved. Its answer may be JSON in JSON. */
export async function fetchDiscountTable(id: string): Promise<DiscountTableView | null> {
  const fields = { id, loaded: "1", time: String(Math.floor(Date.now() / 1000)) };
  const answer = await call<DiscountTableAnswer | string>("loadWooDiscountedDiscountTable", fields);
  const { table }: DiscountTableAnswer = typeof answer === "string" ? JSON.parse(answer) : answer;
  return table ?? null;
}

/** Whether an id names something that can be asked for: it begins with a number above nothing. */
export const isRealId = (id: string) => Number.parseInt(id, 10) > 0;
