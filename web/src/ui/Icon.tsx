import { classes } from "./classes";
import styles from "./Icon.module.css";
import sprite from "./icons.svg?url";

export type IconName =
  | "alert"
  | "bag"
  | "bank"
  | "barcode"
  | "bell"
  | "box"
  | "cal"
  | "camera"
  | "card"
  | "chat"
  | "check"
  | "clock"
  | "dn"
  | "down"
  | "download"
  | "expand"
  | "eye"
  | "eyeoff"
  | "file"
  | "filter"
  | "gift"
  | "go"
  | "heart"
  | "home"
  | "info"
  | "lock"
  | "mail"
  | "menu"
  | "minus"
  | "next"
  | "out"
  | "pause"
  | "phone"
  | "pin"
  | "play"
  | "plus"
  | "prev"
  | "refresh"
  | "reply"
  | "search"
  | "shield"
  | "sort"
  | "star"
  | "trash"
  | "truck"
  | "up"
  | "upload"
  | "user"
  | "x";

type Props = { name: IconName; size?: "s" | "l" };

/** An icon of the sprite. Always beside text or inside a labelled control, so it is hidden from screen readers. */
export function Icon({ name, size }: Props) {
  return (
    <svg className={classes(styles.i, size && styles[size])} aria-hidden="true" focusable="false">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  );
}
