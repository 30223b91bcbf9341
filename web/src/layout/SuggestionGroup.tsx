import type { ReactNode } from "react";
import styles from "./SuggestionGroup.module.css";

/** Options of one kind under a heading, which is also the group's label for screen readers. */
export function SuggestionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are options
    <div className={styles.g} role="group" aria-label={title}>
      <span className={styles.h} aria-hidden="true">
        {title}
      </span>
      {children}
    </div>
  );
}
