import * as checkoutText from "../generated/messages/checkout";

export function NotesField({ notes }: { notes: string }) {
  return (
    <div className="field">
      <label className="label" htmlFor="order_comments">
        {checkoutText.notes()} <span className="label__optional">{checkoutText.optional()}</span>
      </label>
      <textarea
        className="textarea"
        id="order_comments"
        name="order_comments"
        rows={3}
        placeholder={checkoutText.notesExample()}
        defaultValue={notes}
      />
    </div>
  );
}
