import { useId } from "react";
import type { TotalsView } from "../generated/cart";
import { t } from "../ui/messages";
import "./texts";

type Props = { totals: TotalsView; action: string };

/** Plain forms of the cart page; `data-cart-call` names the call that script makes of them (cart-forms.ts). */
export function CouponForm({ action }: { action: string }) {
  const id = useId();
  return (
    <form className="coupon" method="post" action={action} data-cart-call="apply_coupon" noValidate>
      <label className="sr" htmlFor={id}>
        {t("cart.coupon")}
      </label>
      <input
        className="input"
        id={id}
        name="coupon_code"
        autoComplete="off"
        placeholder={t("cart.coupon")}
        data-focus-key="coupon"
      />
      <button type="submit" name="apply_coupon" value="1" className="btn" data-focus-key="coupon-apply">
        {t("cart.coupon-apply")}
      </button>
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
            <legend>{t("cart.shipping")}</legend>
            {shipping.map((one) => (
              <label key={one.id} className="ship__option">
                <input
                  type="radio"
                  name="shipping_method[0]"
                  value={one.id}
                  defaultChecked={one.chosen}
                  data-focus-key={`ship-${one.id}`}
                />
                <span>{one.title}</span>
                <bdi dir={one.cost === null ? undefined : "ltr"}>{one.cost ?? t("cart.shipping-free")}</bdi>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="btn btn--sm only-plain">
            {t("cart.update")}
          </button>
        </form>
      )}
      {countries.length > 0 && (
        <form className="ship ship--place" method="post" action={action} data-cart-call="calculate_shipping">
          <label className="field">
            <span>{t("cart.shipping-to")}</span>
            <select
              className="input"
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
          </label>
          <div className="ship__two">
            <label className="field" htmlFor={`${id}c`}>
              <span>{t("cart.city")}</span>
              <input
                className="input"
                id={`${id}c`}
                name="calc_shipping_city"
                defaultValue={city}
                data-focus-key="city"
              />
            </label>
            <label className="field" htmlFor={`${id}p`}>
              <span>{t("cart.postcode")}</span>
              <input
                className="input"
                id={`${id}p`}
                name="calc_shipping_postcode"
                dir="ltr"
                defaultValue={postcode}
                data-focus-key="postcode"
              />
            </label>
          </div>
          <button type="submit" name="calc_shipping" value="1" className="btn" data-focus-key="calculate">
            {t("cart.shipping-calculate")}
          </button>
        </form>
      )}
    </>
  );
}

export function FreeShipping({ totals: { freeLeft, shipping } }: { totals: TotalsView }) {
  const free = freeLeft === null && shipping.some((one) => one.cost === null);
  if (!free && freeLeft === null) return null;
  return (
    <p className="freebar">
      {freeLeft === null
        ? t("cart.free-shipping-reached")
        : t("cart.free-shipping-left", { amount: freeLeft })}
    </p>
  );
}
