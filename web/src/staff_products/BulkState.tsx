import styles from "./BulkState.module.css";

/** The state of a job or of a row. */
export function BulkState({ level, children }: { level: string; children: string }) {
  return <span className={`${styles.state} ${styles[level as "well" | "watch" | "bad"]}`}>{children}</span>;
}
