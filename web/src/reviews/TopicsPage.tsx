import * as reviewsText from "../generated/messages/reviews";
import type { TopicReviewView, TopicsPageView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import styles from "./TopicsPage.module.css";

const button = `${controls.btn} ${controls.btnSm}`;

/** Staff name the topics of reviews, and choose those of one review. Plain forms. */
export function TopicsPage(view: TopicsPageView) {
  const { topics, review, action, nonce, maxLabel, notice, isError, queueUrl } = view;
  const pairs: Array<[string, string]> = [["nonce", nonce]];
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{reviewsText.topicsTitle()}</h1>
      {notice && (
        <Notice kind={isError ? "error" : "ok"} focused>
          {notice}
        </Notice>
      )}
      <p>
        <a className={controls.link} href={queueUrl}>
          {reviewsText.topicsQueue()}
        </a>
      </p>
      {review && <ReviewTopics {...view} review={review} />}
      {topics.length === 0 && <p>{reviewsText.topicsNone()}</p>}
      <ul className={styles.topics}>
        {topics.map(({ id, label, count }) => (
          <li key={id}>
            <form className={styles.row} method="post" action={action}>
              <HiddenInputs pairs={[...pairs, ["topic", id]]} />
              <input
                className={forms.input}
                name="label"
                defaultValue={label}
                maxLength={maxLabel}
                required
                aria-label={reviewsText.topicsRenameNamed({ name: label })}
              />
              <button type="submit" name="do" value="rename" className={button}>
                {reviewsText.topicsRename()}
              </button>
              <button
                type="submit"
                name="do"
                value="delete"
                className={`${button} ${controls.btnDanger}`}
                aria-label={reviewsText.topicsDeleteNamed({ name: label })}
              >
                {reviewsText.topicsDelete()}
              </button>
            </form>
            <span className={styles.count}>{reviewsText.count({ count })}</span>
          </li>
        ))}
      </ul>
      <form className={styles.row} method="post" action={action}>
        <HiddenInputs pairs={pairs} />
        <input
          className={forms.input}
          name="label"
          maxLength={maxLabel}
          required
          aria-label={reviewsText.topicsName()}
          placeholder={reviewsText.topicsName()}
        />
        <button type="submit" name="do" value="add" className={`${button} ${controls.btnPrimary}`}>
          {reviewsText.topicsAdd()}
        </button>
      </form>
    </div>
  );
}

function ReviewTopics({ review, topics, action, nonce }: TopicsPageView & { review: TopicReviewView }) {
  return (
    <form className={styles.review} method="post" action={action}>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["review", review.id],
        ]}
      />
      <blockquote dir="auto">{review.text}</blockquote>
      <fieldset className={styles.choices}>
        <legend>{reviewsText.topicsOf({ author: review.author })}</legend>
        {topics.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" name="topics[]" value={id} defaultChecked={review.topics.includes(id)} />{" "}
            {label}
          </label>
        ))}
      </fieldset>
      <button type="submit" name="do" value="assign" className={`${button} ${controls.btnPrimary}`}>
        {reviewsText.topicsAssign()}
      </button>
    </form>
  );
}
