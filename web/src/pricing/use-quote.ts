import { useCallback, useEffect, useRef, useState } from "react";
import type { DiscountSettings, PriceAnswer, PriceView, QuantityPriceAnswer } from "../generated/pricing";
import { readQuantity } from "../ui/quantity";
import { fetchQuantityPrice, fetchVariationPrice, isRealId } from "./calls";
import type { Sale } from "./use-sale";

/** A price that the server was asked for. */
export type Quote = {
  price: PriceView;
  /** All variations cost the same, so it is also the price of the whole product. */
  isSingle: boolean;
};

type Subject = {
  productId: string;
  variation: { variation_id: string; price_html: string } | undefined;
  settings: DiscountSettings;
  phase: Sale["phase"];
};

/** Asks for the price of a chosen variation, and of a quantity where the shop's owner wants that. */
export function useQuote({ productId, variation, settings, phase }: Subject) {
  const [quote, setQuote] = useState<Quote | null>(null);
  // Counts the questions: the answer to an older one is not shown over a newer one's.
  const asked = useRef(0);

  // A quote is of one variation and one phase of a sale.
  const [subject, setSubject] = useState({ variation, phase });
  if (subject.variation !== variation || subject.phase !== phase) {
    setSubject({ variation, phase });
    if (subject.variation !== variation || subject.phase !== null) setQuote(null);
  }

  const ask = useCallback(async (call: Promise<PriceAnswer | QuantityPriceAnswer>) => {
    asked.current += 1;
    const mine = asked.current;
    const answer = await call.catch(() => null);
    if (mine !== asked.current || answer?.status !== 1 || !answer.price) return;
    const isSingle =
      "has_single_price" in answer && answer.product_type === "variation" && answer.has_single_price === 1;
    setQuote({ price: answer.price, isSingle });
  }, []);

  useEffect(() => {
    if (variation && isRealId(variation.variation_id))
      void ask(fetchVariationPrice(variation.variation_id, variation.price_html));
    return () => {
      asked.current += 1;
    };
  }, [variation, ask]);

  const askForQuantity = (quantity: string) => {
    if (settings.show_product_strikeout !== "show_on_qty_update") return;
    const id = variation && isRealId(variation.variation_id) ? variation.variation_id : productId;
    if (isRealId(id) && readQuantity(quantity) !== null) void ask(fetchQuantityPrice(id, quantity));
  };

  return { quote, askForQuantity };
}
