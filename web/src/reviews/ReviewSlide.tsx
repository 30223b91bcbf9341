import { useId, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewView } from "../generated/reviews";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { ProductLink } from "./ProductLink";
import styles from "./ReviewSlide.module.css";
import { Stars } from "./Stars";

/** Longer texts are shortened. */
const LONG = 120;

/** A review of the slider. A long text is shortened until it is opened; without script it is shown in full. */
export function ReviewSlide({ author, rating, text, isVerified, product }: ReviewView) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > LONG;
  return (
    <article className={styles.slide}>
      <Stars rating={rating} />
      <p id={id} className={classes(styles.text, isLong && !isOpen && styles.short)} dir="auto">
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={`${controls.link} ${styles.toggle}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? reviewsText.readLess() : reviewsText.readMore()}
          <span className="sr">: {author}</span>
        </button>
      )}
      <p className={styles.by}>
        <strong>
          <bdi>{author}</bdi>
        </strong>{" "}
        {isVerified && <span>{reviewsText.verified()}</span>}
      </p>
      {product && <ProductLink {...product} />}
    </article>
  );
}
