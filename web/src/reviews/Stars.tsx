import * as commonText from "../generated/messages/common";
import styles from "./Stars.module.css";

/** A rating as stars, filled in reading direction. The width is an SVG attribute: the policy allows no inline style. */
export function Stars({ rating }: { rating: number | string }) {
  return (
    <span className={styles.stars} role="img" aria-label={commonText.stars({ rating: String(rating) })}>
      <svg viewBox="0 0 5 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width={Number(rating)} height="1" />
      </svg>
    </span>
  );
}
