import type { ReviewFormView, ReviewSectionView } from "../generated/reviews";
import { Held } from "../renderer/Held";
import { Island } from "../renderer/Island";
import { ClassicReviewForm } from "./ClassicReviewForm.island";
import styles from "./ReviewSection.module.css";
import { Reviews } from "./Reviews.island";

type Props = {
  /** `null`: the part `reviews` of the page. Undefined, from a server of another release, must fail. */
  section: ReviewSectionView | null;
  /** Follows the list in classic mode. */
  classicForm: ReviewFormView | null;
};

/** The reviews of a page. */
export function ReviewSection({ section, classicForm }: Props) {
  return (
    <div className={styles.section}>
      {section === null ? (
        <Held name="reviews" of={Reviews} />
      ) : (
        <Island of={Reviews} id="reviews-list" on="visible" props={section} />
      )}
      {classicForm && <Island of={ClassicReviewForm} id="review-form" on="visible" props={classicForm} />}
    </div>
  );
}
