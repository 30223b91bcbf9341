import { type FieldProps, noteId } from "./field-props";
import forms from "./forms.module.css";
import { Icon } from "./Icon";

/** The error of a control or, without one, its hint. */
export function FieldNote({ id, hint, error }: FieldProps) {
  if (error) {
    return (
      <span className={forms.fieldError} id={noteId(id)}>
        <Icon name="alert" size="s" />
        <span>{error}</span>
      </span>
    );
  }
  return hint ? (
    <span className={forms.hint} id={noteId(id)}>
      {hint}
    </span>
  ) : null;
}
