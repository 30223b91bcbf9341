import { useEffect, useState } from "react";
import { shownCartHash } from "../cart/cross-tab";
import type { SummaryView } from "../generated/checkout";
import { useStore } from "../runtime/use-store";
import { isOfDestination } from "./destination";
import { OrderReview, type ReviewState } from "./order-review";

/** The order summary, updated when the form's address or the cart changes. */
export function useOrderReview(
  summary: SummaryView,
  form: () => HTMLFormElement | null,
): [ReviewState, OrderReview] {
  const [review] = useState(() => new OrderReview(summary, form));

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const { body } = document;
    // The cart may have been loaded before this island.
    let hash = shownCartHash();
    body.addEventListener("update_checkout", () => review.soon(), { signal });
    // The cart was changed elsewhere, for example in another tab: its hash differs.
    body.addEventListener(
      "wc_fragments_refreshed",
      (event) => {
        const now = (event as CustomEvent<{ cart_hash?: string }>).detail.cart_hash;
        if (hash !== undefined && now !== undefined && now !== hash) review.soon();
        hash = now ?? hash;
      },
      { signal },
    );
    // The native change event: React's onChange fires with every key.
    const onChange = ({ target }: Event) => {
      if (isOfDestination((target as HTMLInputElement).name)) review.soon();
    };
    form()?.addEventListener("change", onChange, { signal });
    return () => end.abort();
  }, [review, form]);

  return [useStore(review.store), review];
}
