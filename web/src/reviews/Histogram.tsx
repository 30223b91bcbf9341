import type { MouseEvent } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewSummaryView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import styles from "./Histogram.module.css";

type Props = Pick<ReviewSummaryView, "rows" | "seeAllUrl"> & {
  /** 0: all ratings. */
  selected: number;
  /** Without it a row is a link that reloads the page. */
  onSelect?: (rating: number, event: MouseEvent<HTMLAnchorElement>) => void;
};

/** The number of reviews of each rating; a row filters the list. */
export function Histogram({ rows, seeAllUrl, selected, onSelect }: Props) {
  return (
    <div>
      <ul className={styles.hist} aria-label={reviewsText.filter()}>
        {rows.map(({ rating, count, share, url }) => (
          <li key={rating}>
            <a
              href={url}
              rel="nofollow"
              data-rating={rating}
              aria-current={rating === selected ? "true" : undefined}
              onClick={(event) => onSelect?.(rating, event)}
            >
              <span>{reviewsText.starCount({ count: rating })}</span>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect width={count > 0 ? Math.max(share, 2) : 0} height="1" />
              </svg>
              <bdi>{count}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <a
        className={`${controls.link} ${styles.all}`}
        href={seeAllUrl}
        rel="nofollow"
        onClick={(event) => onSelect?.(0, event)}
      >
        {reviewsText.seeAll()}
      </a>
    </div>
  );
}
