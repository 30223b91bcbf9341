import { useEffect, useRef } from "react";
import type { ReviewResultAnswer } from "../generated/reviews";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./ReviewResult.module.css";

type Props = ReviewResultAnswer & { onButton: () => void };

/** The answer to a new review. It gets the focus, because it replaces the form. */
export function ReviewResult({ code, description, button, onButton }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isDone = code === 0;
  return (
    <div
      ref={box}
      className={classes(styles.result, !isDone && styles.failed)}
      role={isDone ? "status" : "alert"}
      tabIndex={-1}
    >
      <span className={styles.icon}>
        <Icon name={isDone ? "check" : "alert"} size="l" />
      </span>
      <p>{description}</p>
      <button
        type="button"
        className={classes(controls.btn, isDone && controls.btnPrimary)}
        onClick={onButton}
      >
        {button}
      </button>
    </div>
  );
}
