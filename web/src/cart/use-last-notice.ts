import { useState } from "react";
import type { CartNotice } from "../generated/cart";
import { useCart } from "./use-cart";

/** What a notice says about a code; other notices have a place of their own. */
export const refusedCode = (notice: CartNotice | null): string | null =>
  notice && notice.coupon !== null ? notice.text : null;

/** What the shop said last. It outlives refreshes, which say nothing, and goes with the next change. */
export function useLastNotice(notice: CartNotice | null): CartNotice | null {
  const { changes } = useCart();
  const [last, setLast] = useState({ notice, changes });
  if (notice && notice !== last.notice) setLast({ notice, changes });
  else if (!notice && last.notice && last.changes !== changes) setLast({ notice, changes });
  return last.notice;
}
