import { type ComponentType, useRef, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewGridView } from "../generated/reviews";
import { instead, isPlainClick } from "../ui/clicks";
import controls from "../ui/controls.module.css";
import { gridReviews } from "./calls";
import { Histogram } from "./Histogram";
import type { ReviewFormProps } from "./ReviewForm";
import styles from "./ReviewGrid.module.css";
import { ReviewsEmpty } from "./ReviewsEmpty";
import { ReviewTile } from "./ReviewTile";
import { distribute, useColumns } from "./use-columns";

/** Cards of product and shop reviews in columns. Without script its links lead to the page of all reviews. */
export function ReviewGrid({ summary, form, addUrl, allUrl, attributes, ...view }: ReviewGridView) {
  const columns = useColumns();
  const [reviews, setReviews] = useState(view.reviews);
  const [isLast, setIsLast] = useState(view.lastPage);
  const [rating, setRating] = useState(summary?.selected ?? 0);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [Form, setForm] = useState<ComponentType<ReviewFormProps> | null>(null);
  const latest = useRef(0);

  const load = async (of: number, shown: ReviewGridView["reviews"]) => {
    const mine = ++latest.current;
    setIsLoading(true);
    setFailure(null);
    try {
      const ids = shown.map(({ id }) => id);
      const answer = await gridReviews(of, { ...attributes, comment__not_in: ids });
      if (mine !== latest.current) return;
      setReviews([...shown, ...answer.reviews.filter(({ id }) => !ids.includes(id))]);
      setIsLast(answer.last_page);
    } catch (error) {
      if (mine !== latest.current) return;
      setFailure(error instanceof Error && error.message ? error.message : reviewsText.loadFailed());
    }
    setIsLoading(false);
  };
  const openForm = async () => {
    try {
      const { ReviewForm } = await import("./ReviewForm");
      setForm(() => ReviewForm);
    } catch (error) {
      console.info(error);
      location.assign(addUrl);
    }
  };

  if (Form && form) return <Form form={form} onClosed={() => setForm(null)} />;
  return (
    <div className={styles.grid}>
      <div className={styles.top}>
        {summary && (
          <Histogram
            {...summary}
            selected={rating}
            onSelect={(of, event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              setRating(of);
              void load(of, []);
            }}
          />
        )}
        {form && (
          <a className={controls.btn} href={addUrl} rel="nofollow" onClick={instead(() => void openForm())}>
            {reviewsText.add()}
          </a>
        )}
      </div>
      {reviews.length === 0 && !isLoading && failure === null ? (
        <ReviewsEmpty />
      ) : (
        <div className={styles.columns} aria-busy={isLoading || undefined}>
          {distribute(reviews, columns).map((column, index) => (
            <div key={index} className={styles.column} data-column={index + 1} hidden={index >= columns}>
              {column.map((review) => (
                <ReviewTile key={review.id} {...review} />
              ))}
            </div>
          ))}
        </div>
      )}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {!isLast && attributes.show_more > 0 && (
        <a
          className={`${controls.btn} ${styles.more}`}
          href={allUrl}
          aria-busy={isLoading || undefined}
          onClick={instead(() => void load(rating, reviews))}
        >
          {reviewsText.showMore()}
        </a>
      )}
    </div>
  );
}
