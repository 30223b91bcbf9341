import sideCartStyles from "../cart/side-cart.module.css";
import * as checkoutText from "../generated/messages/checkout";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { CHECKOUT_FORM, UPDATE_URL } from "./names";
import type { Coupon } from "./use-coupon";

/** Part of the checkout form; with script a code is applied without leaving the page. */
export function SummaryCoupon({ coupon }: { coupon: Coupon }) {
  return (
    <div className={sideCartStyles.coupon}>
      <label className="sr" htmlFor="coupon_code">
        {checkoutText.couponCode()}
      </label>
      <input
        ref={coupon.field}
        className={forms.input}
        id="coupon_code"
        name="coupon_code"
        form={CHECKOUT_FORM}
        autoComplete="off"
        placeholder={checkoutText.couponCode()}
        aria-invalid={coupon.notice?.isWrong || undefined}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          coupon.apply();
        }}
      />
      <button
        type="submit"
        name="apply_coupon"
        value="1"
        form={CHECKOUT_FORM}
        formAction={UPDATE_URL}
        formNoValidate
        className={controls.btn}
        aria-busy={coupon.isPending || undefined}
        onClick={(event) => {
          event.preventDefault();
          coupon.apply();
        }}
      >
        {checkoutText.couponApply()}
      </button>
    </div>
  );
}
