import * as checkoutText from "../generated/messages/checkout";
import { CHECKOUT_FORM, UPDATE_URL } from "./names";

/** A part of the checkout's form; with script it is applied without leaving the page (coupon.ts). */
export function SummaryCoupon() {
  return (
    <div className="coupon" data-checkout-coupon="">
      <label className="sr" htmlFor="coupon_code">
        {checkoutText.couponCode()}
      </label>
      <input
        className="input"
        id="coupon_code"
        name="coupon_code"
        form={CHECKOUT_FORM}
        autoComplete="off"
        placeholder={checkoutText.couponCode()}
        data-focus-key="coupon"
      />
      <button
        type="submit"
        name="apply_coupon"
        value="1"
        form={CHECKOUT_FORM}
        formAction={UPDATE_URL}
        formNoValidate
        className="btn"
        data-focus-key="coupon-apply"
      >
        {checkoutText.couponApply()}
      </button>
    </div>
  );
}
