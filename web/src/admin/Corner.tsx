import styles from "./Corner.module.css";

/** Where the admin's script says what happened meanwhile. Outside of the page: it covers a corner and moves nothing. */
export function Corner() {
  return <div className={styles.corner} role="status" aria-atomic="false" data-corner="" />;
}
