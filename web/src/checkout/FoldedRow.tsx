import { type ReactNode, useState } from "react";
import * as checkoutText from "../generated/messages/checkout";
import controls from "../ui/controls.module.css";
import styles from "./FoldedRow.module.css";

type Props = {
  title: string;
  /** What is in the fields, in one line. */
  value: ReactNode;
  /** A field in it has an error, so it is open. */
  hasError: boolean;
  onToggle: (row: HTMLDetailsElement) => void;
  children: ReactNode;
};

/** Fields that are filled in already: one line, opened in place. Works without script. */
export function FoldedRow({ title, value, hasError, onToggle, children }: Props) {
  const [isOpen, setOpen] = useState(hasError);
  return (
    <details
      className={styles.row}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        onToggle(currentTarget);
      }}
    >
      <summary>
        <span className={styles.title}>{title}</span>
        <span className={styles.value}>{value}</span>
        <span className={`${controls.link} ${styles.change}`}>
          {checkoutText.change()}
          <span className="sr"> {title}</span>
        </span>
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
