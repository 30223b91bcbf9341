import * as reviewsText from "../generated/messages/reviews";
import styles from "./Score.module.css";
import { Stars } from "./Stars";

/** The average with the number of reviews that it is based on. */
export function Score({ average, count }: { average: string; count: number }) {
  return (
    <div className={styles.score}>
      <strong>
        <bdi aria-hidden="true">{average}</bdi>
      </strong>
      <p>
        <Stars rating={average} />
        <span>{reviewsText.basedOn({ count })}</span>
      </p>
    </div>
  );
}
