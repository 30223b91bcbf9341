import type { ShippingView } from "../generated/cart";
import * as checkoutText from "../generated/messages/checkout";
import { CHECKOUT_FORM } from "./names";

/** The same for a script, which asks the browser to show it (express.ts). */
const told = ({ title, cost }: ShippingView) => ({ "data-title": title, "data-cost": cost ?? "" });

/** Ways of shipping to choose from. One alone is no choice, but is said to the form all the same. */
export function SummaryShipping({ shipping }: { shipping: Array<ShippingView> }) {
  const name = "shipping_method[0]";
  if (shipping.length < 2) {
    return shipping.map((one) => (
      <input key={one.id} type="hidden" name={name} value={one.id} form={CHECKOUT_FORM} {...told(one)} />
    ));
  }
  return (
    <fieldset className="co-ship">
      <legend>{checkoutText.shippingMethod()}</legend>
      {shipping.map((one) => (
        <label key={one.id} className="check">
          <input
            {...told(one)}
            type="radio"
            name={name}
            value={one.id}
            defaultChecked={one.chosen}
            form={CHECKOUT_FORM}
            data-focus-key={`ship-${one.id}`}
          />
          <span>{one.title}</span>
          <bdi dir={one.cost === null ? undefined : "ltr"}>{one.cost ?? checkoutText.free()}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
