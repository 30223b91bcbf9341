import type { CartNotice as View } from "../generated/cart";
import { t } from "../ui/messages";
import { Notice } from "../ui/Notice";
import "./texts";

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
        {t("cart.undo")}
      </button>
    </form>
  );
  return (
    <Notice kind={kind} quiet={quiet} action={back}>
      {text}
    </Notice>
  );
}
