import { useEffect, useRef } from "react";
import type { FormAnswer } from "../runtime/use-submission";
import { classes } from "./classes";
import controls from "./controls.module.css";
import styles from "./FormResult.module.css";
import { Icon } from "./Icon";

type Props = FormAnswer & { onButton: () => void };

/** The answer to a form. It gets the focus, because it replaces the form. */
export function FormResult({ code, description, button, onButton }: Props) {
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
