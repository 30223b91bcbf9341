import * as reviewsText from "../generated/messages/reviews";
import type { HeldReviewView, ModerationPageView } from "../generated/reviews";
import controls from "../ui/controls.module.css";
import { FieldLayout } from "../ui/FieldLayout";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import styles from "./HeldReview.module.css";
import { MediaTile } from "./MediaTile";
import { ProductLink } from "./ProductLink";
import { Stars } from "./Stars";
import { VerifiedBadge } from "./VerifiedBadge";

type Props = { held: HeldReviewView } & Pick<ModerationPageView, "action" | "nonce" | "reasons">;

/** One review of the moderation queue with its forms. */
export function HeldReview({ held, action, nonce, reasons }: Props) {
  const { review, email, signals, canPublish, canRefuse } = held;
  const { id, author, rating, date, text, media, reply, product, isVerified } = review;
  const hidden = (what: string) => (
    <HiddenInputs
      pairs={[
        ["nonce", nonce],
        ["reviewID", id],
        ["do", what],
      ]}
    />
  );
  return (
    <article className={styles.held} aria-labelledby={`held-${id}`}>
      <h2 id={`held-${id}`}>
        <bdi>{author}</bdi> {isVerified && <VerifiedBadge />}
      </h2>
      <p className={styles.sub}>
        <Stars rating={rating} /> {date} <bdi dir="ltr">{email}</bdi>
      </p>
      {product && <ProductLink {...product} />}
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {media.length > 0 && (
        <ul className={styles.media}>
          {media.map((one) => (
            <li key={one.id}>
              <MediaTile media={one} />
            </li>
          ))}
        </ul>
      )}
      {signals.length > 0 && (
        <div>
          <p>{reviewsText.staffSignals()}</p>
          <ul className={styles.signals}>
            {signals.map((signal) => (
              <li key={signal}>{signal}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.actions}>
        {canPublish && (
          <form method="post" action={action}>
            {hidden("publish")}
            <button type="submit" className={`${controls.btn} ${controls.btnPrimary} ${controls.btnSm}`}>
              {reviewsText.staffPublish()}
            </button>
          </form>
        )}
        {canRefuse && (
          <form className={styles.refuse} method="post" action={action}>
            {hidden("refuse")}
            <SelectField
              id={`reason-${id}`}
              name="text"
              label={reviewsText.staffReason()}
              options={reasons}
              required
            />
            <button type="submit" className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}>
              {reviewsText.staffRefuse()}
            </button>
          </form>
        )}
      </div>
      <form className={styles.reply} method="post" action={action}>
        {hidden("reply")}
        <FieldLayout field={{ id: `reply-${id}`, label: reviewsText.staffReply() }} isRequired>
          <textarea
            className={`${forms.input} ${styles.replyText}`}
            id={`reply-${id}`}
            name="text"
            rows={3}
            maxLength={2000}
            defaultValue={reply?.text ?? ""}
          />
        </FieldLayout>
        <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
          {reviewsText.staffReplySave()}
        </button>
      </form>
    </article>
  );
}
