import type {
  DiscountTableAnswer,
  DiscountTableView,
  PriceAnswer,
  QuantityPriceAnswer,
} from "../generated/pricing";
import { actionUrl, post } from "../runtime/request";

const call = <T>(action: string, fields: Record<string, string>) =>
  post<T>(actionUrl(), new URLSearchParams({ action, ...fields }));

/** Call 11: the price of a variation. */
export const fetchVariationPrice = (id: string, price_html: string) =>
  call<PriceAnswer>("loadWooDiscountedPriceForVariant", { id, price_html });

/** Call 13: the price for a quantity. */
export const fetchQuantityPrice = (id: string, qty: string) =>
  call<QuantityPriceAnswer>("loadWooDiscountStrikeoutPriceOfProduct", { id, qty, price_html: "" });

/** Call 12: the discount table; null if there are no discounts. The response may be JSON inside JSON. */
export async function fetchDiscountTable(id: string): Promise<DiscountTableView | null> {
  const fields = { id, loaded: "1", time: String(Math.floor(Date.now() / 1000)) };
  const answer = await call<DiscountTableAnswer | string>("loadWooDiscountedDiscountTable", fields);
  const { table }: DiscountTableAnswer = typeof answer === "string" ? JSON.parse(answer) : answer;
  return table ?? null;
}

/** Whether an id can be requested: it begins with a positive number. */
export const isRealId = (id: string) => Number.parseInt(id, 10) > 0;
