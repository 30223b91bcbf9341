import { t } from "../ui/messages";
import "./texts";

export function NotesField({ notes }: { notes: string }) {
  return (
    <div className="field">
      <label className="label" htmlFor="order_comments">
        {t("checkout.notes")} <span className="label__optional">{t("checkout.optional")}</span>
      </label>
      <textarea
        className="textarea"
        id="order_comments"
        name="order_comments"
        rows={3}
        placeholder={t("checkout.notes-example")}
        defaultValue={notes}
      />
    </div>
  );
}
