import { useCallback, useEffect, useRef, useState } from "react";
import type { DiscountSettings, PriceAnswer, PriceView, QuantityPriceAnswer } from "../generated/pricing";
import { readQuantity } from "../ui/quantity";
import { fetchQuantityPrice, fetchVariationPrice, isRealId } from "./calls";
import type { Sale } from "./use-sale";

/** A price that was requested from the server. */
export type Quote = {
  price: PriceView;
  /** All variations cost the same, so this is also the price of the product. */
  isSingle: boolean;
};

type Subject = {
  productId: string;
  variation: { variation_id: string; price_html: string } | undefined;
  settings: DiscountSettings;
  phase: Sale["phase"];
};

/** Requests the price of a chosen variation and, if the shop owner has enabled it, of a quantity. */
export function useQuote({ productId, variation, settings, phase }: Subject) {
  const [quote, setQuote] = useState<Quote | null>(null);
  // Counts the requests: an older response must not replace a newer one.
  const latest = useRef(0);

  // A quote is valid for one variation and one phase of a sale.
  const [subject, setSubject] = useState({ variation, phase });
  if (subject.variation !== variation || subject.phase !== phase) {
    setSubject({ variation, phase });
    if (subject.variation !== variation || subject.phase !== null) setQuote(null);
  }

  const ask = useCallback(async (call: Promise<PriceAnswer | QuantityPriceAnswer>) => {
    latest.current += 1;
    const mine = latest.current;
    const answer = await call.catch(() => null);
    if (mine !== latest.current || answer?.status !== 1 || !answer.price) return;
    const isSingle =
      "has_single_price" in answer && answer.product_type === "variation" && answer.has_single_price === 1;
    setQuote({ price: answer.price, isSingle });
  }, []);

  useEffect(() => {
    if (variation && isRealId(variation.variation_id))
      void ask(fetchVariationPrice(variation.variation_id, variation.price_html));
    return () => {
      latest.current += 1;
    };
  }, [variation, ask]);

  const askForQuantity = (quantity: string) => {
    if (settings.show_product_strikeout !== "show_on_qty_update") return;
    const id = variation && isRealId(variation.variation_id) ? variation.variation_id : productId;
    if (isRealId(id) && readQuantity(quantity) !== null) void ask(fetchQuantityPrice(id, quantity));
  };

  return { quote, askForQuantity };
}
