import type { ReactNode } from "react";
import { DeliveryPromise } from "../cart/DeliveryPromise";
import type { DeliveryView } from "../generated/cart";
import type { ProductIdentifiersView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import type { CountdownView, PriceView } from "../generated/pricing";
import { Countdown } from "../pricing/Countdown";
import { Price } from "../pricing/Price";
import type { Sale } from "../pricing/use-sale";
import { Stars } from "../reviews/Stars";
import { ProductIdentifiers } from "./ProductIdentifiers";
import styles from "./ProductSummary.module.css";

/** The average of a product's reviews, and how many there are. */
export type ProductRating = { average: string; count: number };

type Props = {
  name: string;
  note: string;
  identifiers: ProductIdentifiersView;
  rating?: ProductRating | null;
  questionCount?: number;
  price: PriceView;
  /** The countdown of the product; hidden while a variation is chosen. */
  countdown: CountdownView | null;
  /** The countdown of the chosen variation, shown instead. */
  variationCountdown?: CountdownView | null;
  isVariation?: boolean;
  /** The sale of the countdown that is shown. */
  sale: Sale;
  delivery?: DeliveryView | null;
  children: ReactNode;
};

/** The column beside a product's pictures: name and price, with the form as children. */
export function ProductSummary({
  name,
  note,
  identifiers,
  rating,
  questionCount = 0,
  price,
  countdown,
  variationCountdown = null,
  isVariation = false,
  sale,
  delivery,
  children,
}: Props) {
  return (
    <div className={`${styles.buy} summary`}>
      <div>
        <p className={styles.brand} hidden={!identifiers.brand}>
          <bdi>{identifiers.brand}</bdi>
        </p>
        <h1>{name}</h1>
        {note && <p className={styles.note}>{note}</p>}
        <p className={styles.links}>
          <a className="woocommerce-review-link review-link" href="#reviews">
            {rating ? (
              <>
                <Stars rating={rating.average} /> {catalogText.reviewCount({ count: rating.count })}
              </>
            ) : (
              catalogText.beFirst()
            )}
          </a>
          <a className="cr-qna-link" href="#tab-cr_qna">
            {catalogText.questionCount({ count: questionCount })}
          </a>
        </p>
      </div>
      <div className={styles.price} data-product-price="">
        <Price {...price} />
      </div>
      {delivery && <DeliveryPromise delivery={delivery} />}
      {(countdown || variationCountdown) && (
        <div className={styles.dealPlace}>
          {countdown && (
            <Countdown countdown={countdown} phase={isVariation ? null : sale.phase} isHidden={isVariation} />
          )}
          {variationCountdown && (
            <Countdown
              key={variationCountdown.countdown_data_change.product_id}
              countdown={variationCountdown}
              phase={sale.phase}
            />
          )}
        </div>
      )}
      {children}
      <ProductIdentifiers {...identifiers} />
    </div>
  );
}
