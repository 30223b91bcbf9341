import * as moderationText from "../generated/messages/moderation";
import type { QueueReason } from "../generated/moderation";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import styles from "./BulkBar.module.css";

/** The form that the check boxes of the items belong to. */
export const BULK_FORM = "bulk";

type Props = {
  action: string;
  hidden: Array<[name: string, value: string]>;
  reasons: QueueReason[];
  canPublish: boolean;
  canRefuse: boolean;
};

/** One decision about all items that are selected. */
export function BulkBar({ action, hidden, reasons, canPublish, canRefuse }: Props) {
  return (
    <form
      id={BULK_FORM}
      className={styles.bar}
      method="post"
      action={action}
      aria-label={moderationText.bulk()}
    >
      <HiddenInputs pairs={hidden} />
      <span className={styles.title}>{moderationText.bulk()}</span>
      {canPublish && (
        <button type="submit" name="do" value="publish" className={`${controls.btn} ${controls.btnSm}`}>
          {moderationText.publish()}
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
