import * as reviewsText from "../generated/messages/reviews";
import type { ReviewItemView } from "../generated/reviews";
import styles from "./ReviewFormHead.module.css";

/** What the new review is about. */
export function ReviewFormHead({ name, note, picture }: ReviewItemView) {
  return (
    <div className={styles.head}>
      {picture && <img src={picture.url} alt="" width={picture.width} height={picture.height} />}
      <p>
        <bdi>{name || reviewsText.ofShop()}</bdi>
        {note && <span>{note}</span>}
      </p>
    </div>
  );
}
