import * as reviewsText from "../generated/messages/reviews";
import blocks from "../ui/blocks.module.css";
import { Icon } from "../ui/Icon";
import styles from "./VerifiedBadge.module.css";

/** The reviewer has bought the product. */
export function VerifiedBadge() {
  return (
    <span className={`${blocks.badge} ${styles.verified}`}>
      <Icon name="check" size="s" />
      {reviewsText.verified()}
    </span>
  );
}
