import type { ReactNode } from "react";
import * as reviewsText from "../generated/messages/reviews";
import { Icon } from "../ui/Icon";
import styles from "./ReviewsEmpty.module.css";

/** Shown instead of an empty list. */
export function ReviewsEmpty({ hint, children }: { hint?: string; children?: ReactNode }) {
  return (
    <div className={styles.none}>
      <Icon name="search" size="l" />
      <p className={styles.title}>{reviewsText.none()}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
