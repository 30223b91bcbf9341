import type { ComponentProps } from "react";
import { FieldLayout } from "./FieldLayout";
import { type FieldProps, noteAttributes } from "./field-props";
import forms from "./forms.module.css";

type Props = ComponentProps<"select"> & FieldProps & { options: Array<{ value: string; label: string }> };

/** A labelled native select. */
export function SelectField({ id, label, hint, error, isInvalid, isHalf, options, ...select }: Props) {
  const field = { id, label, hint, error, isInvalid, isHalf };
  return (
    <FieldLayout field={field} isRequired={select.required}>
      <span className={forms.select}>
        <select {...select} id={id} {...noteAttributes(field)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </FieldLayout>
  );
}
