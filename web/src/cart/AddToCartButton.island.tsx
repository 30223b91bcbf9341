import { useState } from "react";
import { AddedLink } from "../catalog/AddedLink";
import catalogStyles from "../catalog/catalog.module.css";
import type { CardView } from "../generated/catalog";
import * as cartText from "../generated/messages/cart";
import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { useAddToCart } from "./use-add-to-cart";

type Props = Pick<CardView, "id" | "url" | "name">;

const LABELS = {
  idle: catalogText.addToCart,
  refused: catalogText.addToCart,
  loading: cartText.adding,
  added: cartText.added,
};

/**
 * The add button of a card. Its label names the product, because screen readers list the buttons without their cards.
 */
export function AddToCartButton({ id, url, name }: Props) {
  const { status, add } = useAddToCart();
  // After the first add the link to the cart stays while more is added.
  const [wasAdded, setWasAdded] = useState(false);
  if (status !== "loading" && wasAdded !== (status === "added")) setWasAdded(status === "added");

  const state = status === "loading" || status === "added" ? ` ${status}` : "";
  return (
    <form className={catalogStyles.cardCta} method="post" action={url} onSubmit={add}>
      <input type="hidden" name="add-to-cart" value={id} />
      <input type="hidden" name="quantity" value="1" />
      <button
        type="submit"
        className={`${controls.btn} ${controls.btnSm} add_to_cart_button${state}`}
        data-product_id={id}
        data-quantity="1"
        aria-busy={status === "loading" || undefined}
        data-added={status === "added" || undefined}
      >
        <span className={controls.btnLabel}>{LABELS[status]()}</span>
        <span className="sr">: {name}</span>
      </button>
      {wasAdded && document.body.dataset.page !== "cart" && <AddedLink />}
    </form>
  );
}
