import * as pricingText from "../generated/messages/pricing";
import type { PriceView } from "../generated/pricing";
import { Money } from "./Money";

/** A price; on sale the old one first, each with a label that only a screen reader says. */
export function Price({ amount, regular, from }: PriceView) {
  return (
    <span className="price">
      {from && <span className="price__from">{pricingText.from()} </span>}
      {regular === null ? (
        <Money text={amount} />
      ) : (
        <>
          <del>
            <span className="sr">{pricingText.beforeSale()} </span>
            <Money text={regular} />
          </del>{" "}
          <ins>
            <span className="sr">{pricingText.afterSale()} </span>
            <Money text={amount} />
          </ins>
        </>
      )}
    </span>
  );
}
