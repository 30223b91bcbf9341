import { useEffect, useRef, useState } from "react";
import * as commonText from "../generated/messages/common";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewSlidesView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { ReviewSlide } from "./ReviewSlide";
import styles from "./ReviewSlides.module.css";

function endsOf(row: Element) {
  const done = Math.abs(row.scrollLeft);
  return { isFirst: done < 2, isLast: done > row.scrollWidth - row.clientWidth - 2 };
}

/** A row of reviews that scrolls by touch, by keyboard and by its arrows. */
export function ReviewSlides({ reviews, allUrl }: ReviewSlidesView) {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ isFirst: true, isLast: false });
  const move = (way: 1 | -1) => {
    const row = list.current;
    // Forward is left in right-to-left layout, where scroll positions are negative.
    const direction = document.dir === "rtl" ? -1 : 1;
    row?.scrollBy({ left: way * direction * row.clientWidth, behavior: "smooth" });
  };
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const watcher = new ResizeObserver(() => setEnds(endsOf(row)));
    watcher.observe(row);
    return () => watcher.disconnect();
  }, []);
  const arrow = `${controls.iconBtn} ${controls.iconBtnLine}`;
  return (
    <div className="wrap">
      <div className="section__head">
        <h2>{reviewsText.voices()}</h2>
        <a className={controls.link} href={allUrl}>
          {reviewsText.all()}
          <Icon name="next" size="s" />
        </a>
        <div className={styles.arrows} hidden={ends.isFirst && ends.isLast}>
          <button
            type="button"
            className={arrow}
            disabled={ends.isFirst}
            aria-label={commonText.prevSlide()}
            onClick={() => move(-1)}
          >
            <Icon name="prev" />
          </button>
          <button
            type="button"
            className={arrow}
            disabled={ends.isLast}
            aria-label={commonText.nextSlide()}
            onClick={() => move(1)}
          >
            <Icon name="next" />
          </button>
        </div>
      </div>
      <ul
        ref={list}
        className={styles.slides}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={reviewsText.title()}
        onScroll={({ currentTarget }) => setEnds(endsOf(currentTarget))}
      >
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewSlide {...review} />
          </li>
        ))}
      </ul>
    </div>
  );
}
