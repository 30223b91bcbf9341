import type { ReviewItemView } from "../generated/reviews";
import styles from "./ProductLink.module.css";

/** The product that a review is about. */
export function ProductLink({ name, url, picture }: ReviewItemView) {
  return (
    <a className={styles.product} href={url}>
      {picture && (
        <img
          src={picture.url}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          decoding="async"
        />
      )}
      <span>{name}</span>
    </a>
  );
}
