import { AddToCartButton } from "../cart/AddToCartButton.island";
import type { CardView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import catalogStyles from "./catalog.module.css";

/** The button of a card. Its label names the product, because screen readers list the buttons without their cards. */
export function CardAction({ id, url, name, state }: CardView) {
  if (state === "sold-out") {
    return (
      <div className={catalogStyles.cardCta}>
        <button type="button" className={`${controls.btn} ${controls.btnSm}`} disabled>
          {catalogText.outOfStock()}
          <span className="sr">: {name}</span>
        </button>
      </div>
    );
  }
  if (state === "options") {
    return (
      <div className={catalogStyles.cardCta}>
        <a className={`${controls.btn} ${controls.btnSm}`} href={url}>
          {catalogText.chooseOptions()}
          <span className="sr">: {name}</span>
        </a>
      </div>
    );
  }
  return <Island of={AddToCartButton} id={`add-${id}`} on="interaction" props={{ id, url, name }} />;
}
