import { useEffect, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { TrustBadgeView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { Stars } from "./Stars";
import styles from "./TrustBadge.module.css";

const COOKIE = "cr_hide_trustbadge";
const HIDDEN_FOR = 86_400;

const isHiddenByCookie = () => document.cookie.split("; ").some((one) => one.startsWith(`${COOKIE}=`));

/**
 * Summary of the shop's reviews that floats above the page. The page is the same for all visitors, so the badge is
 * shown by script, unless the visitor has hidden it.
 */
export function TrustBadge({ average, count, shopAverage, productAverage, allUrl }: TrustBadgeView) {
  const [size, setSize] = useState<"hidden" | "compact" | "big">("hidden");
  useEffect(() => {
    if (!isHiddenByCookie()) setSize("compact");
  }, []);
  const hide = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
    document.cookie = `${COOKIE}=true; max-age=${HIDDEN_FOR}; path=/; samesite=lax`;
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
