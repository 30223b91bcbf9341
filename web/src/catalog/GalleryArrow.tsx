import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";

type Props = { to: "prev" | "next"; isDisabled?: boolean; onPress?: () => void };

/** An arrow beside the large picture. One without a way rests. */
export function GalleryArrow({ to, isDisabled, onPress }: Props) {
  return (
    <button
      type="button"
      className={`icon-btn gallery__arrow gallery__arrow--${to}`}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={to} />
      <span className="sr">{to === "prev" ? catalogText.previousPicture() : catalogText.nextPicture()}</span>
    </button>
  );
}
