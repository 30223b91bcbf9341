import { useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { TrustBadgeView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { rememberHiddenBadge } from "./badge-cookie";
import { Stars } from "./Stars";
import styles from "./TrustBadge.module.css";

/**
 * Summary of the shop's reviews that floats above the page. `reviews.browser.ts` shows it, so that no page loads React
 * for it.
 */
export function TrustBadge({ average, count, shopAverage, productAverage, allUrl }: TrustBadgeView) {
  const [size, setSize] = useState<"hidden" | "compact" | "big">("compact");
  const hide = () => {
    rememberHiddenBadge();
    setSize("hidden");
  };
  const rows: Array<[string, string | null]> = [
    [reviewsText.badgeShop(), shopAverage],
    [reviewsText.badgeProducts(), productAverage],
  ];
  if (size === "big")
    return (
      <section className={`${styles.trust} ${styles.big}`} aria-label={reviewsText.badge()}>
        <div className={styles.row}>
          <strong>{reviewsText.badgeTitle()}</strong>
          <button
            type="button"
            className={controls.iconBtn}
            aria-label={reviewsText.badgeShrink()}
            onClick={() => setSize("compact")}
          >
            <Icon name="x" />
          </button>
        </div>
        <div className={styles.score}>
          <strong>
            <bdi aria-hidden="true">{average}</bdi>
          </strong>
          <p>
            <Stars rating={average} />
            <span>{reviewsText.badgeCount({ count })}</span>
          </p>
        </div>
        {rows.map(
          ([label, value]) =>
            value !== null && (
              <p key={label} className={styles.row}>
                <span>{label}</span>
                <bdi dir="ltr">{value} / 5</bdi>
              </p>
            ),
        )}
        <a className={controls.link} href={allUrl}>
          {reviewsText.badgeAll()}
          <Icon name="next" size="s" />
        </a>
      </section>
    );
  return (
    <section className={styles.trust} aria-label={reviewsText.badge()} hidden={size === "hidden"}>
      <button type="button" className={styles.open} aria-expanded={false} onClick={() => setSize("big")}>
        <strong aria-hidden="true">
          <bdi>{average}</bdi>
        </strong>
        <span>
          <Stars rating={average} />
          <span className={styles.count}>{reviewsText.badgeCount({ count })}</span>
        </span>
      </button>
      <button type="button" className={controls.iconBtn} aria-label={reviewsText.badgeClose()} onClick={hide}>
        <Icon name="x" />
      </button>
    </section>
  );
}
