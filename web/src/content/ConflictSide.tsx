import { useId } from "react";
import type { ConflictPartView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import styles from "./ConflictSide.module.css";

type Props = {
  name: string;
  value: string;
  title: string;
  /** Null: not stored any more. */
  parts: Array<ConflictPartView> | null;
  isChosen?: boolean;
};

/** One state of a part that two people changed, with the radio button that chooses it. */
export function ConflictSide({ name, value, title, parts, isChosen }: Props) {
  const id = useId();
  return (
    <div className={styles.side}>
      <label className={styles.title}>
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={isChosen}
          disabled={parts === null}
          aria-describedby={id}
        />
        {title}
      </label>
      <div id={id} className={styles.text}>
        {parts === null && <p className={styles.note}>{contentText.conflictNoBase()}</p>}
        {parts?.length === 0 && <p className={styles.note}>{contentText.conflictEmpty()}</p>}
        {parts?.map(({ label, runs }, index) => (
          <div key={index}>
            {label && <p className={styles.note}>{label}</p>}
            <p dir="auto">
              {runs.map((run, place) =>
                run.isChanged ? <mark key={place}>{run.text}</mark> : <span key={place}>{run.text}</span>,
              )}
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
