import * as text from "../generated/messages/staff_products";
import type { HistoryLine } from "../generated/staff_products";
import styles from "./ProductHistory.module.css";
import { UndoButton } from "./ProductNotice";

/** Who changed what, newest first. */
export function ProductHistory({ history }: { history: Array<HistoryLine> }) {
  if (history.length === 0) return <p>{text.historyNone()}</p>;
  return (
    <ol className={styles.history}>
      {history.map((line, place) => (
        <li key={place}>
          <p>
            <bdi>{line.text}</bdi>
          </p>
          <time>{line.when}</time>
          {line.fields.map(({ label, before, after }) => (
            <p key={label} className={styles.field}>
              <b>{label}</b>
              <span>
                <del>
                  <bdi>{before}</bdi>
                </del>{" "}
                <ins>
                  <bdi>{after}</bdi>
                </ins>
              </span>
            </p>
          ))}
          {line.undo && <UndoButton {...line.undo} label={text.undoOf({ when: line.when })} />}
        </li>
      ))}
    </ol>
  );
}
