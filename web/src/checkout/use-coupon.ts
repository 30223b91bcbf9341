import { type RefObject, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { applyAnswer, change, fire, refreshLater } from "../cart/calls";
import { showFailure } from "../cart/notices";
import type { CartAnswer, CartNotice } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { islandProps } from "../runtime/fragments";

type CouponNotice = { text: string; isWrong: boolean };
type CouponAction = { call: "apply_coupon" | "remove_coupon"; code: string };

export type Coupon = {
  field: RefObject<HTMLInputElement | null>;
  /** The notice about the last code, for a limited time. */
  notice: CouponNotice | null;
  isPending: boolean;
  apply: () => void;
  remove: (code: string) => void;
};

/** The server's notice about the code, which is part of the side cart's props. */
function noticeOf({ fragments }: CartAnswer): CartNotice | null {
  return islandProps(fragments, "side-cart")?.notice ?? null;
}

/**
 * Applies and removes coupons without leaving the page. Without script they are a button of the checkout form and a
 * link.
 */
export function useCoupon(notificationTime: number): Coupon {
  const field = useRef<HTMLInputElement>(null);

  const send = async (_: CouponNotice | null, { call, code }: CouponAction): Promise<CouponNotice | null> => {
    if (code === "") return { text: cartText.couponEmpty(), isWrong: true };
    try {
      const answer = await change(call, new URLSearchParams({ coupon_code: code }));
      if (!applyAnswer(answer)) refreshLater();
      const notice = noticeOf(answer);
      const isWrong = notice?.kind === "error";
      // Text that was typed during the request stays.
      if (field.current && !isWrong && field.current.value.trim() === code) field.current.value = "";
      fire(call === "apply_coupon" ? "applied_coupon" : "removed_coupon", answer);
      // Notifies the components that show the cart, including this page.
      fire("updated_cart", answer);
      return notice && { text: notice.text, isWrong };
    } catch (error) {
      showFailure(error);
      return null;
    }
  };
  const [notice, dispatch, isPending] = useActionState(send, null);

  const [hidden, setHidden] = useState<CouponNotice | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setHidden(notice), notificationTime);
    return () => clearTimeout(timer);
  }, [notice, notificationTime]);

  const start = (action: CouponAction) => {
    if (!isPending) startTransition(() => dispatch(action));
  };
  return {
    field,
    notice: isPending || notice === hidden ? null : notice,
    isPending,
    apply: () => {
      const code = field.current?.value.trim() ?? "";
      start({ call: "apply_coupon", code });
      if (code === "") field.current?.focus();
    },
    remove: (code) => start({ call: "remove_coupon", code }),
  };
}
