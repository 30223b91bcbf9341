import type { CartNotice as View } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Notice } from "../ui/Notice";

/** What there is to say about the cart; what was taken out can be put back by the form that its own page has. */
export function CartNotice({ kind, text, undo, quiet }: View & { quiet?: boolean }) {
  const back = undo && (
    <form method="post" action={undo.action} data-cart-undo="">
      <input type="hidden" name="add-to-cart" value={undo.productId} />
      <input type="hidden" name="variation_id" value={undo.variationId} />
      <input type="hidden" name="quantity" value={undo.quantity} />
      {undo.others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="link">
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
