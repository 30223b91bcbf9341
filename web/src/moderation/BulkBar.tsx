import * as moderationText from "../generated/messages/moderation";
import type { QueueReason } from "../generated/moderation";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import styles from "./ModerationBulkBar.module.css";

/** The form that the check boxes of the items belong to. */
export const BULK_FORM = "bulk";

type Props = {
  action: string;
  hidden: Array<[name: string, value: string]>;
  seen: string;
  reasons: QueueReason[];
  canPublish: boolean;
  canHold: boolean;
  canRefuse: boolean;
};

/** One decision about all items that are selected. */
export function BulkBar({ action, hidden, seen, reasons, canPublish, canHold, canRefuse }: Props) {
  return (
    <form
      id={BULK_FORM}
      className={styles.bar}
      method="post"
      action={action}
      aria-label={moderationText.bulk()}
    >
      <HiddenInputs pairs={[...hidden, ["seen", seen]]} />
      <span className={styles.title}>{moderationText.bulk()}</span>
      {canPublish && (
        <button type="submit" name="do" value="publish" className={`${controls.btn} ${controls.btnSm}`}>
          {moderationText.publish()}
        </button>
      )}
      {canHold && (
        <button type="submit" name="do" value="hold" className={`${controls.btn} ${controls.btnSm}`}>
          {moderationText.hold()}
        </button>
      )}
      {canRefuse && (
        <button
          type="submit"
          name="do"
          value="spam"
          className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}
        >
          {moderationText.spam()}
        </button>
      )}
      {canRefuse && (
        <div className={styles.refuse}>
          <SelectField
            id="bulk-reason"
            name="text"
            label={moderationText.reason()}
            options={reasons}
            required
          />
          <button
            type="submit"
            name="do"
            value="refuse"
            className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}
          >
            {moderationText.refuse()}
          </button>
        </div>
      )}
    </form>
  );
}
