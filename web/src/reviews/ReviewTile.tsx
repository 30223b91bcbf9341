import * as reviewsText from "../generated/messages/reviews";
import type { ReviewView } from "../generated/reviews";
import blocks from "../ui/blocks.module.css";
import { ProductLink } from "./ProductLink";
import styles from "./ReviewTile.module.css";
import { Stars } from "./Stars";

/** A review as a card of the grid. */
export function ReviewTile({ author, rating, text, date, datetime, media, kind, product }: ReviewView) {
  const [first] = media;
  return (
    <article className={styles.tile}>
      {first && (
        <img
          className={styles.picture}
          src={first.mediumUrl}
          alt={reviewsText.mediaPicture({ author })}
          width={first.width}
          height={first.height}
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={styles.body}>
        <Stars rating={rating} />
        <p className={styles.text} dir="auto">
          {text}
        </p>
        <p className={styles.by}>
          <strong>
            <bdi>{author}</bdi>
          </strong>
          <time dateTime={datetime}>{date}</time>
        </p>
        {product ? (
          <div className={styles.product}>
            <ProductLink {...product} />
          </div>
        ) : (
          kind === "shop" && <span className={`${blocks.badge} ${styles.kind}`}>{reviewsText.ofShop()}</span>
        )}
      </div>
    </article>
  );
}
