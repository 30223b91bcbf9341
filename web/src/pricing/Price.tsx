import * as pricingText from "../generated/messages/pricing";
import type { PriceView } from "../generated/pricing";
import { Money } from "./Money";
import styles from "./Price.module.css";
import pricingStyles from "./pricing.module.css";

/** A price; on sale the regular one comes first, each with a label for screen readers. */
export function Price({ amount, regular, from }: PriceView) {
  return (
    <span className={`price ${styles.price}`}>
      {from && <span className={pricingStyles.priceFrom}>{pricingText.from()} </span>}
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
