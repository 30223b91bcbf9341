import type { CardView } from "../generated/catalog";
import { Price } from "../pricing/Price";
import { Island } from "../renderer/Island";
import { Heart } from "../wishlist/Heart";
import { CardAction } from "./CardAction";
import { CardBadges } from "./CardBadges";
import { CardPrice } from "./CardPrice.island";
import { CardRating } from "./CardRating";
import { CardSale } from "./CardSale.island";
import { Picture } from "./Picture";
import styles from "./ProductCard.module.css";

const SIZES = "(min-width: 1024px) 296px, (min-width: 767px) 30vw, 46vw";

type Props = CardView & {
  heading?: "h2" | "h3";
  /** On the wish list. */
  isSaved?: boolean;
};

/** A product in a product row or a listing. The whole card is the link; only the buttons are above it. */
export function ProductCard({ heading: Heading = "h3", isSaved, ...card }: Props) {
  const { id, url, name, note, picture, price, countdown, isNew, rating, eager } = card;
  const isSoldOut = card.state === "sold-out";
  const badges = { percentOff: price.percentOff, isNew, isSoldOut };
  return (
    <article className={isSoldOut ? `${styles.card} ${styles.isOut}` : styles.card}>
      <div className={styles.img}>
        <Picture {...picture} sizes={SIZES} eager={eager} />
        {countdown ? (
          <Island of={CardSale} id={`sale-${id}`} on="visible" props={{ ...badges, countdown }} />
        ) : (
          <CardBadges {...badges} />
        )}
      </div>
      <div className={styles.body}>
        <Heading className={styles.title}>
          <a href={url}>{name}</a>
        </Heading>
        {note && <p className={styles.meta}>{note}</p>}
        {rating && <CardRating {...rating} />}
        <div className={styles.foot}>
          {countdown ? (
            <Island of={CardPrice} id={`price-${id}`} on="visible" props={{ countdown, price }} />
          ) : (
            <Price {...price} />
          )}
        </div>
        <CardAction {...card} />
      </div>
      <Heart id={id} name={name} isSaved={isSaved} />
    </article>
  );
}
