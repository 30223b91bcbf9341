import { classes } from "../ui/classes";
import styles from "./Avatar.module.css";

const TINTS = [styles.palm, styles.clay, styles.rose, styles.sea];

/** The initial of a name. The tint depends on the name only, so it is the same everywhere. */
export function Avatar({ name, isLarge = false }: { name: string; isLarge?: boolean }) {
  const sum = [...name].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return (
    <span
      className={classes(styles.avatar, TINTS[sum % TINTS.length], isLarge && styles.large)}
      aria-hidden="true"
    >
      {[...name.trim()][0] ?? ""}
    </span>
  );
}
