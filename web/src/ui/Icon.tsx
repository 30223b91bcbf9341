import sprite from "./icons.svg?url";

export type IconName =
  | "pause"
  | "alert"
  | "bag"
  | "camera"
  | "check"
  | "clock"
  | "down"
  | "expand"
  | "filter"
  | "go"
  | "info"
  | "lock"
  | "menu"
  | "minus"
  | "next"
  | "phone"
  | "plus"
  | "prev"
  | "refresh"
  | "search"
  | "trash"
  | "user"
  | "x";

type Props = { name: IconName; size?: "s" | "l" };

/** One sign of the sprite. Always beside words or inside a labelled control, so it is silent itself. */
export function Icon({ name, size }: Props) {
  return (
    <svg className={size ? `i i--${size}` : "i"} aria-hidden="true" focusable="false">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  );
}
