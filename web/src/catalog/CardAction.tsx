import { AddToCartButton } from "../cart/AddToCartButton.island";
import type { CardView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Island } from "../renderer/Island";

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
  return <Island of={AddToCartButton} id={`add-${id}`} on="interaction" props={{ id, url, name }} />;
}
