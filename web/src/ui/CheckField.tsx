import type { InputHTMLAttributes } from "react";
import { FieldNote } from "./FieldNote";
import { fieldClass } from "./field-class";
import { type FieldProps, noteAttributes } from "./field-props";
import forms from "./forms.module.css";

type Props = InputHTMLAttributes<HTMLInputElement> & FieldProps;

/** A checkbox with its label. */
export function CheckField({ id, label, hint, error, isInvalid, isHalf, ...input }: Props) {
  const field = { id, label, hint, error, isInvalid, isHalf };
  return (
    <div className={fieldClass(field)}>
      <label className={forms.check}>
        <input {...input} type="checkbox" id={id} {...noteAttributes(field)} />
        <span>{label}</span>
      </label>
      <FieldNote {...field} />
    </div>
  );
}
