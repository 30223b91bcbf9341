import { useEffect } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewView } from "../generated/reviews";
import blocks from "../ui/blocks.module.css";
import { Avatar } from "./Avatar";
import { downloadMedia } from "./calls";
import { ProductLink } from "./ProductLink";
import styles from "./ReviewItem.module.css";
import { ReviewMedia } from "./ReviewMedia";
import { ReviewVotes } from "./ReviewVotes";
import { Stars } from "./Stars";
import { VerifiedBadge } from "./VerifiedBadge";

/** Reviews whose media this page has asked for already. */
const requested = new Set<string>();

type Props = { review: ReviewView; voteUrl: string; nonce?: string };

/** One review of a list. */
export function ReviewItem({ review, voteUrl, nonce }: Props) {
  const { id, author, rating, criteria, answers, media, reply, hasExternalMedia } = review;
  useEffect(() => {
    if (!hasExternalMedia || requested.has(id)) return;
    requested.add(id);
    downloadMedia(id);
  }, [id, hasExternalMedia]);
  return (
    <article
      className={styles.review}
      id={`comment-${id}`}
      aria-labelledby={`comment-${id}-name`}
      tabIndex={-1}
    >
      <div className={styles.head}>
        <Avatar name={author} />
        <div>
          <p className={styles.name} id={`comment-${id}-name`}>
            <bdi>{author}</bdi>
            {review.isVerified && <VerifiedBadge />}
            {review.kind === "shop" && review.product === null && (
              <span className={blocks.badge}>{reviewsText.ofShop()}</span>
            )}
          </p>
          <p className={styles.sub}>
            <Stars rating={rating} />
            <time dateTime={review.datetime}>{review.date}</time>
          </p>
        </div>
      </div>
      <p className={styles.text} dir="auto">
        {review.text}
      </p>
      {criteria.length > 0 && (
        <ul className={styles.criteria}>
          {criteria.map((one) => (
            <li key={one.label}>
              {one.label} <Stars rating={one.rating} />
            </li>
          ))}
        </ul>
      )}
      {answers.length > 0 && (
        <dl className={styles.answers}>
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd dir="auto">{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {media.length > 0 && <ReviewMedia media={media} />}
      {review.product && <ProductLink {...review.product} />}
      {reply && (
        <div className={styles.reply}>
          <strong>{reviewsText.reply({ shop: reply.shopName })}</strong>
          <p>{reply.text}</p>
        </div>
      )}
      <ReviewVotes id={id} votes={review.votes} voteUrl={voteUrl} nonce={nonce} />
    </article>
  );
}
