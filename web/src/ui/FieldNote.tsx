import { type FieldProps, noteId } from "./field-props";
import { Icon } from "./Icon";

/** Below a control: what is wrong with it or, while nothing is, its hint. */
export function FieldNote({ id, hint, error }: FieldProps) {
  if (error) {
    return (
      <span className="field__error" id={noteId(id)}>
        <Icon name="alert" size="s" />
        <span>{error}</span>
      </span>
    );
  }
  return hint ? (
    <span className="hint" id={noteId(id)}>
      {hint}
    </span>
  ) : null;
}
