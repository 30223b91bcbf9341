import { type RefObject, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { change, draw, fire, refreshLater } from "../cart/calls";
import { complain } from "../cart/notices";
import type { CartAnswer, CartNotice } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { islandProps } from "../runtime/fragments";

type CouponNotice = { text: string; isWrong: boolean };
type CouponAction = { call: "apply_coupon" | "remove_coupon"; code: string };

export type Coupon = {
  field: RefObject<HTMLInputElement | null>;
  /** What the shop said about the last code, for a while. */
  notice: CouponNotice | null;
  isPending: boolean;
  apply: () => void;
  remove: (code: string) => void;
};

/** What the shop said about it: the side cart carries it. */
function noticeOf({ fragments }: CartAnswer): CartNotice | null {
  return islandProps(fragments, "side-cart")?.notice ?? null;
}

/** Coupons without leaving the page. Without script they are a button of the checkout's form and a link. */
export function useCoupon(notificationTime: number): Coupon {
  const field = useRef<HTMLInputElement>(null);

  const send = async (_: CouponNotice | null, { call, code }: CouponAction): Promise<CouponNotice | null> => {
    if (code === "") return { text: cartText.couponEmpty(), isWrong: true };
    try {
      const answer = await change(call, new URLSearchParams({ coupon_code: code }));
      if (!draw(answer)) refreshLater();
      const notice = noticeOf(answer);
      const isWrong = notice?.kind === "error";
      // What was typed while the shop was asked stays.
      if (field.current && !isWrong && field.current.value.trim() === code) field.current.value = "";
      fire(call === "apply_coupon" ? "applied_coupon" : "removed_coupon", answer);
      // Whoever shows the cart hears of it, this page among them.
      fire("updated_cart", answer);
      return notice && { text: notice.text, isWrong };
    } catch (error) {
      complain(error);
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
