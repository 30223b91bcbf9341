import { t } from "../ui/messages";
import { CHECKOUT_FORM, UPDATE_URL } from "./names";
import "./texts";

/** A part of the checkout's form; with script it is applied without leaving the page (coupon.ts). */
export function SummaryCoupon() {
  return (
    <div className="coupon" data-checkout-coupon="">
      <label className="sr" htmlFor="coupon_code">
        {t("checkout.coupon-code")}
      </label>
      <input
        className="input"
        id="coupon_code"
        name="coupon_code"
        form={CHECKOUT_FORM}
        autoComplete="off"
        placeholder={t("checkout.coupon-code")}
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
        {t("checkout.coupon-apply")}
      </button>
    </div>
  );
}
