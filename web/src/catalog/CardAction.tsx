import { AddToCartButton } from "../cart/AddToCartButton.island";
import type { CardView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import * as alertText from "../generated/messages/stock_alerts";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import catalogStyles from "./catalog.module.css";

/** The button of a card. Its label names the product, because screen readers list the buttons without their cards. */
export function CardAction({ id, url, name, state }: CardView) {
  if (state === "sold-out") {
    return (
      <div className={catalogStyles.cardCta}>
        <a className={`${controls.btn} ${controls.btnSm}`} href={`${url}#stock-alert`}>
          <Icon name="bell" size="s" />
          {alertText.notifyShort()}
          <span className="sr">: {name}</span>
        </a>
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
