import type { CardView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";

/** The card's one button. Its product is named for those who hear a list of equal buttons. */
export function CardAction({ id, url, name, state }: CardView) {
  if (state === "sold-out") {
    return (
      <div className="card__cta">
        <button type="button" className="btn btn--sm" disabled>
          {catalogText.outOfStock()}
          <span className="sr">: {name}</span>
        </button>
      </div>
    );
  }
  if (state === "options") {
    return (
      <div className="card__cta">
        <a className="btn btn--sm" href={url}>
          {catalogText.chooseOptions()}
          <span className="sr">: {name}</span>
        </a>
      </div>
    );
  }
  return (
    <form className="card__cta" method="post" action={url}>
      <input type="hidden" name="add-to-cart" value={id} />
      <input type="hidden" name="quantity" value="1" />
      <button type="submit" className="btn btn--sm add_to_cart_button" data-product_id={id} data-quantity="1">
        <span className="btn__label">{catalogText.addToCart()}</span>
        <span className="sr">: {name}</span>
      </button>
    </form>
  );
}
