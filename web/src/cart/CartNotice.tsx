import type { FormEvent } from "react";
import type { CartNotice as View } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { useCart } from "./use-cart";

/** The notices of the cart. A removed line can be restored with the form inside its notice. */
export function CartNotice({ kind, text, undo, quiet }: View & { quiet?: boolean }) {
  const { putBack } = useCart();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!undo) return;
    event.preventDefault();
    const form = event.currentTarget;
    void putBack(undo, () => form.submit());
  };
  const back = undo && (
    <form method="post" action={undo.action} data-cart-undo="" onSubmit={submit}>
      <input type="hidden" name="add-to-cart" value={undo.productId} />
      <input type="hidden" name="variation_id" value={undo.variationId} />
      <input type="hidden" name="quantity" value={undo.quantity} />
      {undo.others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={controls.link}>
        {cartText.undo()}
      </button>
    </form>
  );
  return (
    <Notice kind={kind} quiet={quiet} action={back}>
      {text}
    </Notice>
  );
}
