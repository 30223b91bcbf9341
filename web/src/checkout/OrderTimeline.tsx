import type { TimelineStepView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import { classes } from "../ui/classes";
import { Icon } from "../ui/Icon";
import styles from "./OrderTimeline.module.css";
import { Parcel } from "./Parcel";

const LOOKS = { done: styles.isDone, now: styles.isNow, next: undefined };

/** Read before the name of a step: the marks are only colours and shapes. */
const SPOKEN = { done: ordersText.stepIsDone, now: ordersText.stepIsNow, next: () => "" };

/** The steps of an order: done, under way, to come. */
export function OrderTimeline({ steps }: { steps: Array<TimelineStepView> }) {
  return (
    <ol className={styles.track} aria-label={ordersText.steps()}>
      {steps.map(({ label, status, note, parcels }) => (
        <li
          key={label}
          className={classes(styles.step, LOOKS[status])}
          aria-current={status === "now" ? "step" : undefined}
        >
          <span className={styles.mark}>{status === "done" && <Icon name="check" size="s" />}</span>
          <div className={styles.text}>
            <span className={styles.label}>
              {status !== "next" && <span className="sr">{SPOKEN[status]()} </span>}
              {label}
            </span>
            {note && <span className={styles.note}>{note}</span>}
            {parcels.map((parcel, index) => (
              <Parcel key={index} parcel={parcel} id={`parcel-${index + 1}`} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
