import { useEffect, useState } from "react";
import type { SummaryView } from "../generated/checkout";
import { useStore } from "../runtime/use-store";
import { OrderReview, type ReviewState } from "./order-review";

/** What the costs of an order depend on. */
const PLACE = ["billing_country", "billing_city", "billing_postcode"];

/** The order's summary, which follows the form's place and the cart, wherever that changes. */
export function useOrderReview(
  summary: SummaryView,
  form: () => HTMLFormElement | null,
): [ReviewState, OrderReview] {
  const [review] = useState(() => new OrderReview(summary, form));

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const { body } = document;
    let hash: string | undefined;
    body.addEventListener("update_checkout", () => review.soon(), { signal });
    // The cart changed somewhere else, another tab for one: its hash says so.
    body.addEventListener(
      "wc_fragments_refreshed",
      (event) => {
        const now = (event as CustomEvent<{ cart_hash?: string }>).detail.cart_hash;
        if (hash !== undefined && now !== undefined && now !== hash) review.soon();
        hash = now ?? hash;
      },
      { signal },
    );
    // The browser's own event, at the end of a change: React's comes with every key.
    const onChange = ({ target }: Event) => {
      if (PLACE.includes((target as HTMLInputElement).name)) review.soon();
    };
    form()?.addEventListener("change", onChange, { signal });
    return () => end.abort();
  }, [review, form]);

  return [useStore(review.store), review];
}
