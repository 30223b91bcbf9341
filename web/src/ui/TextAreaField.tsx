import type { ComponentProps } from "react";
import { FieldLayout } from "./FieldLayout";
import { type FieldProps, noteAttributes } from "./field-props";
import forms from "./forms.module.css";
import styles from "./TextAreaField.module.css";

type Props = ComponentProps<"textarea"> & FieldProps;

/** A labelled text field of several lines. */
export function TextAreaField({ id, label, hint, error, isInvalid, isHalf, required, ...area }: Props) {
  const field = { id, label, hint, error, isInvalid, isHalf };
  return (
    <FieldLayout field={field} isRequired={required}>
      <textarea
        rows={5}
        {...area}
        id={id}
        required={required}
        className={`${forms.input} ${styles.text}`}
        {...noteAttributes(field)}
      />
    </FieldLayout>
  );
}
