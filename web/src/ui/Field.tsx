import type { InputHTMLAttributes } from "react";
import { Icon } from "./Icon";
import { t } from "./messages";
import "./texts";

type Props = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  /** Phone, e-mail, codes: typed left to right. */
  ltr?: boolean;
};

/** A labelled text field with its hint or what is wrong with it. */
export function Field({ id, label, hint, error, ltr, ...input }: Props) {
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={error ? "field is-error" : "field"}>
      <label className="label" htmlFor={id}>
        {label}
        {!input.required && <span className="label__optional"> {t("common.optional")}</span>}
      </label>
      <input
        {...input}
        id={id}
        className={ltr ? "input ltr" : "input"}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
      {error ? (
        <span className="field__error" id={noteId}>
          <Icon name="alert" size="s" />
          <span>{error}</span>
        </span>
      ) : (
        hint && (
          <span className="hint" id={noteId}>
            {hint}
          </span>
        )
      )}
    </div>
  );
}
