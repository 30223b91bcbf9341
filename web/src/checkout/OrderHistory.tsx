import type { StaffOrderPageView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as text from "../generated/messages/staff_orders";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { TextAreaField } from "../ui/TextAreaField";
import styles from "./OrderHistory.module.css";

function NoteForm({ note }: { note: NonNullable<StaffOrderPageView["note"]> }) {
  return (
    <form className={forms.form} method="post" action={note.action}>
      <HiddenInputs pairs={note.hidden} />
      <TextAreaField id="note" name="text" label={text.noteLabel()} maxLength={2000} rows={3} required />
      <fieldset className={styles.audience}>
        <legend className="sr">{text.noteAudience()}</legend>
        <label className={forms.check}>
          <input type="radio" name="to" value="team" defaultChecked />
          <span>{text.noteTeam()}</span>
        </label>
        {note.reachesBuyer && (
          <label className={forms.check}>
            <input type="radio" name="to" value="buyer" />
            <span>{text.noteBuyer()}</span>
          </label>
        )}
        <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
          {text.noteAdd()}
        </button>
      </fieldset>
    </form>
  );
}

/** What happened to an order, newest first, and the form that adds a note. */
export function OrderHistory({ history, note }: Pick<StaffOrderPageView, "history" | "note">) {
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">{checkoutText.staffHistory()}</h2>
      {note && <NoteForm note={note} />}
      <ol>
        {history.map(({ date, text: event, detail, actor, note: written }, index) => (
          <li key={index}>
            {event}
            {detail && <bdi className={styles.detail}>{detail}</bdi>}
            {written && <p className={styles.note}>{written}</p>}
            <small>
              {date}
              {actor && (
                <>
                  {" · "}
                  <bdi>{actor}</bdi>
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
