import type { ReactNode } from "react";
import styles from "./Tooltip.module.css";

/**
 * Shows the name of a control that has only an icon, when it is pointed at or focused. The control itself has the name
 * for screen readers.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={styles.tooltip}>
      {children}
      <span className={styles.bubble} aria-hidden="true">
        {text}
      </span>
    </span>
  );
}
