import type { ComponentProps } from "react";
import { FieldLayout } from "./FieldLayout";
import { type FieldProps, noteAttributes } from "./field-props";
import forms from "./forms.module.css";

type Props = ComponentProps<"input"> &
  FieldProps & {
    /** For phone numbers, email addresses and codes: left-to-right. */
    ltr?: boolean;
  };

/** A labelled text field with its hint or error. */
export function Field({ id, label, hint, error, isInvalid, isHalf, ltr, ...input }: Props) {
  const field = { id, label, hint, error, isInvalid, isHalf };
  return (
    <FieldLayout field={field} isRequired={input.required || input.readOnly}>
      <input
        {...input}
        id={id}
        className={ltr ? `${forms.input} ltr` : forms.input}
        {...noteAttributes(field)}
      />
    </FieldLayout>
  );
}
