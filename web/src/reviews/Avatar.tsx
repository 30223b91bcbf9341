import styles from "./Avatar.module.css";

const TINTS = [styles.palm, styles.clay, styles.rose, styles.sea];

/** The initial of a name. The tint depends on the name only, so it is the same everywhere. */
export function Avatar({ name }: { name: string }) {
  const sum = [...name].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return (
    <span className={`${styles.avatar} ${TINTS[sum % TINTS.length]}`} aria-hidden="true">
      {[...name.trim()][0] ?? ""}
    </span>
  );
}
