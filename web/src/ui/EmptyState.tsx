import type { ReactNode } from "react";
import { Art } from "./Art";
import styles from "./EmptyState.module.css";

type Props = {
  title: string;
  hint?: string;
  level?: 1 | 2;
  art?: "empty-bag" | "empty-heart";
  children?: ReactNode;
};

/** Shown instead of an empty list: the reason and a link. */
export function EmptyState({ title, hint, level = 2, art = "empty-bag", children }: Props) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      <Art name={art} className={styles.art} />
      {/* Focus target after the last line of a list was removed. */}
      <Heading className={styles.title} tabIndex={-1}>
        {title}
      </Heading>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
