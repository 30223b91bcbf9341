import * as reviewsText from "../generated/messages/reviews";
import type { ModerationPageView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { HeldReview } from "./HeldReview";
import styles from "./ModerationPage.module.css";

/** The staff's queue of reviews: publish, refuse with a reason, reply. Plain forms. */
export function ModerationPage({ tabs, reviews, nextUrl, notice, ...actions }: ModerationPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{reviewsText.staffTitle()}</h1>
      {notice && (
        <Notice kind="ok" focused>
          {notice}
        </Notice>
      )}
      <nav className={styles.tabs} aria-label={reviewsText.staffTitle()}>
        {tabs.map(({ label, url, count, current }) => (
          <a key={url} href={url} aria-current={current ? "page" : undefined}>
            {label} <bdi>{count}</bdi>
          </a>
        ))}
      </nav>
      {reviews.length === 0 && <p>{reviewsText.staffNone()}</p>}
      {reviews.map((held) => (
        <HeldReview key={held.review.id} held={held} {...actions} />
      ))}
      {nextUrl && (
        <a className={`${controls.btn} ${styles.next}`} href={nextUrl}>
          {reviewsText.staffNext()}
        </a>
      )}
    </div>
  );
}
