import type { ComponentProps } from "react";
import { FieldFrame } from "./FieldFrame";
import { type FieldProps, noteAttributes } from "./field-props";
import forms from "./forms.module.css";

type Props = ComponentProps<"input"> &
  FieldProps & {
    /** Phone, e-mail, codes: typed left to right. */
    ltr?: boolean;
  };

/** A labelled text field with its hint or what is wrong with it. */
export function Field({ id, label, hint, error, isHalf, ltr, ...input }: Props) {
  const field = { id, label, hint, error, isHalf };
  return (
    <FieldFrame field={field} isRequired={input.required}>
      <input
        {...input}
        id={id}
        className={ltr ? `${forms.input} ltr` : forms.input}
        {...noteAttributes(field)}
      />
    </FieldFrame>
  );
}
