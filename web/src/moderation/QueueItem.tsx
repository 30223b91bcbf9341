import * as moderationText from "../generated/messages/moderation";
import type { QueueItemView, QueueReason } from "../generated/moderation";
import { Stars } from "../reviews/Stars";
import controls from "../ui/controls.module.css";
import { FieldLayout } from "../ui/FieldLayout";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import { BULK_FORM } from "./BulkBar";
import styles from "./QueueItem.module.css";

type Props = {
  item: QueueItemView;
  isSelectable: boolean;
  action: string;
  hidden: Array<[name: string, value: string]>;
  seen: string;
  reasons: QueueReason[];
};

/** One item of the queue with its forms. */
export function QueueItem({ item, isSelectable, action, hidden, seen, reasons }: Props) {
  const { key, kindLabel, author, email, badge, rating, date, datetime, subject, text, media } = item;
  const id = key.replace(":", "-");
  const small = `${controls.btn} ${controls.btnSm}`;
  const pairs: Array<[string, string]> = [...hidden, ["item[]", key]];
  return (
    <article className={styles.item} aria-labelledby={id} tabIndex={-1} data-queue-item={key}>
      <div className={styles.head}>
        {isSelectable && (
          <input
            type="checkbox"
            form={BULK_FORM}
            name="item[]"
            value={key}
            aria-label={moderationText.select({ author })}
          />
        )}
        <h2 id={id}>
          {kindLabel}: <bdi>{author}</bdi>
        </h2>
        {badge && <span className={styles.badge}>{badge}</span>}
      </div>
      <p className={styles.sub}>
        {rating !== null && <Stars rating={rating} />} <time dateTime={datetime}>{date}</time>{" "}
        {email && <bdi dir="ltr">{email}</bdi>}
      </p>
      {subject && (
        <p>
          <a className={controls.link} href={subject.url}>
            {subject.label}
          </a>
        </p>
      )}
      {item.context && (
        <blockquote className={styles.context} dir="auto" aria-label={moderationText.context()}>
          {item.context}
        </blockquote>
      )}
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {item.facts.length > 0 && (
        <dl className={styles.facts}>
          {item.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {media.length > 0 && (
        <ul className={styles.media}>
          {media.map((one) => (
            <li key={one.id}>
              <a href={one.fullUrl}>
                <img
                  src={one.thumbUrl}
                  alt={
                    one.isVideo
                      ? moderationText.mediaVideo({ author })
                      : moderationText.mediaPicture({ author })
                  }
                  width="320"
                  height="320"
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {item.signals.length > 0 && (
        <div>
          <p>{moderationText.signals()}</p>
          <ul className={styles.signals}>
            {item.signals.map((signal) => (
              <li key={signal}>{signal}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.actions}>
        <form className={styles.refuse} method="post" action={action}>
          <HiddenInputs pairs={[...pairs, ["seen", seen]]} />
          {item.canPublish && (
            <button type="submit" name="do" value="publish" className={`${small} ${controls.btnPrimary}`}>
              {moderationText.publish()}
            </button>
          )}
          {item.canHold && (
            <button type="submit" name="do" value="hold" className={small}>
              {moderationText.hold()}
            </button>
          )}
          {item.canRefuse && (
            <button type="submit" name="do" value="spam" className={`${small} ${controls.btnDanger}`}>
              {item.spam}
            </button>
          )}
        </form>
        {item.canRefuse && (
          <form className={styles.refuse} method="post" action={action}>
            <HiddenInputs pairs={pairs} />
            <SelectField
              id={`reason-${id}`}
              name="text"
              label={moderationText.reason()}
              options={reasons}
              required
            />
            <button type="submit" name="do" value="refuse" className={`${small} ${controls.btnDanger}`}>
              {moderationText.refuse()}
            </button>
          </form>
        )}
      </div>
      {item.canRefuse && item.copiesUrl && (
        <p>
          <a className={controls.link} href={item.copiesUrl}>
            {moderationText.spamShow()}
          </a>
        </p>
      )}
      {item.tool && (
        <p>
          <a className={controls.link} href={item.tool.url}>
            {item.tool.label}
          </a>
        </p>
      )}
      {item.reply !== null && (
        <form className={styles.reply} method="post" action={action}>
          <HiddenInputs pairs={pairs} />
          <FieldLayout field={{ id: `reply-${id}`, label: moderationText.reply() }} isRequired>
            <textarea
              className={`${forms.input} ${styles.replyText}`}
              id={`reply-${id}`}
              name="text"
              rows={3}
              maxLength={2000}
              defaultValue={item.reply}
            />
          </FieldLayout>
          <div className={styles.actions}>
            <button type="submit" name="do" value="reply" className={small}>
              {moderationText.replySave()}
            </button>
            {item.canPublish && (
              <button type="submit" name="do" value="publish-reply" className={small}>
                {moderationText.publishReply()}
              </button>
            )}
          </div>
        </form>
      )}
    </article>
  );
}
