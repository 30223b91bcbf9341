import { useId } from "react";
import type { CartNotice, TotalsView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";

type Props = { totals: TotalsView; action: string };
type CouponProps = { action: string; code?: string | null; refused: string | null };

/** What a notice says about a code; other notices have a place of their own. */
export const refusedCode = (notice: CartNotice | null): string | null =>
  notice && notice.coupon !== null ? notice.text : null;

/** Plain forms of the cart page; `data-cart-call` names the call that script makes of them (cart-forms.ts). */
export function CouponForm({ action, code, refused }: CouponProps) {
  const id = useId();
  const isWrong = refused !== null;
  return (
    <form
      className={isWrong ? "coupon is-error" : "coupon"}
      method="post"
      action={action}
      data-cart-call="apply_coupon"
      noValidate
    >
      <label className="sr" htmlFor={id}>
        {cartText.coupon()}
      </label>
      <input
        className="input"
        id={id}
        name="coupon_code"
        autoComplete="off"
        placeholder={cartText.coupon()}
        defaultValue={code ?? ""}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}e`}
        data-focus-key="coupon"
      />
      <button type="submit" name="apply_coupon" value="1" className="btn" data-focus-key="coupon-apply">
        {cartText.couponApply()}
      </button>
      <p className="field__error" id={`${id}e`} role="alert" data-field-error="">
        {refused}
      </p>
    </form>
  );
}

export function ShippingForms({ totals, action }: Props) {
  const { shipping, country, city, postcode, countries } = totals;
  const id = useId();
  return (
    <>
      {shipping.length > 1 && (
        <form className="ship" method="post" action={action} data-cart-call="update_shipping_method">
          <fieldset>
            <legend>{cartText.shipping()}</legend>
            {shipping.map((one) => (
              <label key={one.id} className="check radio-card">
                <input
                  type="radio"
                  name="shipping_method[0]"
                  value={one.id}
                  defaultChecked={one.chosen}
                  data-focus-key={`ship-${one.id}`}
                />
                <span>{one.title}</span>
                <bdi dir={one.cost === null ? undefined : "ltr"}>{one.cost ?? cartText.shippingFree()}</bdi>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="btn btn--sm only-plain">
            {cartText.update()}
          </button>
        </form>
      )}
      {countries.length > 0 && (
        <form className="ship ship--place" method="post" action={action} data-cart-call="calculate_shipping">
          <div className="field">
            <label className="label" htmlFor={`${id}l`}>
              {cartText.shippingTo()}
            </label>
            <span className="select">
              <select
                id={`${id}l`}
                name="calc_shipping_country"
                defaultValue={country}
                data-focus-key="country"
              >
                {countries.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            </span>
          </div>
          <div className="ship__two">
            <div className="field">
              <label className="label" htmlFor={`${id}c`}>
                {cartText.city()}
              </label>
              <input
                className="input"
                id={`${id}c`}
                name="calc_shipping_city"
                defaultValue={city}
                data-focus-key="city"
              />
            </div>
            <div className="field">
              <label className="label" htmlFor={`${id}p`}>
                {cartText.postcode()}
              </label>
              <input
                className="input"
                id={`${id}p`}
                name="calc_shipping_postcode"
                dir="ltr"
                defaultValue={postcode}
                data-focus-key="postcode"
              />
            </div>
          </div>
          <button type="submit" name="calc_shipping" value="1" className="btn" data-focus-key="calculate">
            {cartText.shippingCalculate()}
          </button>
        </form>
      )}
    </>
  );
}

/** What the amount of the order does for its shipping; to fetch it oneself is free without it. */
export function FreeShipping({ totals: { freeLeft, shipping } }: { totals: TotalsView }) {
  const isReached = shipping.some((one) => one.byAmount);
  if (!isReached && freeLeft === null) return null;
  const isFree = shipping.some((one) => one.chosen && one.cost === null);
  return (
    <p className="freebar">
      {!isReached && freeLeft !== null
        ? cartText.freeShippingLeft({ amount: freeLeft })
        : isFree
          ? cartText.freeShippingReached()
          : cartText.freeShippingPossible()}
    </p>
  );
}
