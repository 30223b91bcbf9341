import * as catalogText from "../generated/messages/catalog";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./GalleryArrow.module.css";

type Props = { to: "prev" | "next"; isDisabled?: boolean; onPress?: () => void };

/** An arrow beside the large picture. Disabled at the end of the row. */
export function GalleryArrow({ to, isDisabled, onPress }: Props) {
  return (
    <button
      type="button"
      className={`${controls.iconBtn} ${styles.arrow} ${styles[to]}`}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={to} />
      <span className="sr">{to === "prev" ? catalogText.previousPicture() : catalogText.nextPicture()}</span>
    </button>
  );
}
