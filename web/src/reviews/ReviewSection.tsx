import type { ReviewSectionView } from "../generated/reviews";
import { Island } from "../renderer/Island";
import { ClassicReviewForm } from "./ClassicReviewForm.island";
import styles from "./ReviewSection.module.css";
import { Reviews } from "./Reviews.island";

/** The reviews of a page. In classic mode the form follows the list. */
export function ReviewSection(section: ReviewSectionView) {
  const { mode, form } = section;
  return (
    <div className={styles.section}>
      <Island of={Reviews} id="reviews-list" on="visible" props={section} isCached />
      {mode === "classic" && form && (
        <Island of={ClassicReviewForm} id="review-form" on="visible" props={form} />
      )}
    </div>
  );
}
