import type { CardRatingView } from "../generated/catalog";
import * as reviewsText from "../generated/messages/reviews";
import { Stars } from "../reviews/Stars";
import styles from "./CardRating.module.css";

/** The average rating of a product, and how many reviews it has. */
export function CardRating({ average, count }: CardRatingView) {
  return (
    <p className={styles.rating}>
      <Stars rating={average} />
      <span className="sr">{reviewsText.count({ count })}</span>
      <bdi aria-hidden="true">({count})</bdi>
    </p>
  );
}
