import type { ReactNode } from "react";
import { Icon } from "./Icon";
import styles from "./ListEmpty.module.css";

type Props = { title: string; hint?: string; children?: ReactNode };

/** Shown instead of an empty list. */
export function ListEmpty({ title, hint, children }: Props) {
  return (
    <div className={styles.none}>
      <Icon name="search" size="l" />
      <p className={styles.title}>{title}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
