import { useState } from "react";
import type { CartNotice } from "../generated/cart";
import { useCart } from "./use-cart";

/** Notices about a coupon code; other notices are shown elsewhere. */
export const refusedCode = (notice: CartNotice | null): string | null =>
  notice && notice.coupon !== null ? notice.text : null;

/** The refusal of a line's quantity. */
export const refusedQuantity = (notice: CartNotice | null, key: string): string | null =>
  notice && notice.line === key ? notice.text : null;

/** The last notice. It survives refreshes, which have no notices, and is cleared by the next change. */
export function useLastNotice(notice: CartNotice | null): CartNotice | null {
  const { changes } = useCart();
  const [last, setLast] = useState({ notice, changes });
  if (notice && notice !== last.notice) setLast({ notice, changes });
  else if (!notice && last.notice && last.changes !== changes) setLast({ notice, changes });
  return last.notice;
}
