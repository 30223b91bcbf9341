import type { BulkView } from "../generated/checkout";
import * as text from "../generated/messages/staff_orders";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./OrderBulkBar.module.css";

/** What can be done with the orders that are ticked. Each button sends the one form to its own address. */
export function OrderBulkBar({ id, bulk }: { id: string; bulk: BulkView }) {
  const { hidden, printUrl, moveTo, mark } = bulk;
  const button = `${controls.btn} ${controls.btnSm}`;
  return (
    <form id={id} className={styles.bulk} method="post" action={printUrl} aria-label={text.bulk()}>
      {mark && (
        // Enter in the only text field, the tag, presses the form's first button. Not `hidden`: older WebKit
        // passes over buttons that are not rendered.
        <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" formAction={mark.tagUrl}>
          {text.tagAdd()}
        </button>
      )}
      <HiddenInputs pairs={hidden} />
      <p>{text.chooseHint()}</p>
      <button type="submit" className={button}>
        {text.printPicking()}
      </button>
      {moveTo && (
        <div className={styles.part}>
          <label className="sr" htmlFor="bulk-state">
            {text.moveTo()}
          </label>
          <span className={forms.select}>
            <select id="bulk-state" name="state">
              {moveTo.states.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </span>
          <button type="submit" className={button} formAction={moveTo.action}>
            {text.move()}
          </button>
        </div>
      )}
      {mark && (
        <>
          <div className={styles.part}>
            <label className="sr" htmlFor="bulk-assignee">
              {text.assignTo()}
            </label>
            <span className={forms.select}>
              <select id="bulk-assignee" name="assignee">
                {mark.members.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </span>
            <button type="submit" className={button} formAction={mark.assignUrl}>
              {text.assign()}
            </button>
          </div>
          <div className={styles.part}>
            <label className="sr" htmlFor="bulk-tag">
              {text.tagNew()}
            </label>
            <input
              className={forms.input}
              id="bulk-tag"
              name="tag"
              maxLength={30}
              placeholder={text.tagNew()}
            />
            <button type="submit" className={button} formAction={mark.tagUrl}>
              {text.tagAdd()}
            </button>
          </div>
        </>
      )}
    </form>
  );
}
