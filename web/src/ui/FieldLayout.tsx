import type { ReactNode } from "react";
import * as commonText from "../generated/messages/common";
import { FieldNote } from "./FieldNote";
import { fieldClass } from "./field-class";
import type { FieldProps } from "./field-props";
import forms from "./forms.module.css";

type Props = { field: FieldProps; isRequired?: boolean; children: ReactNode };

/** Label above, control, hint or error below. */
export function FieldLayout({ field, isRequired, children }: Props) {
  return (
    <div className={fieldClass(field)}>
      <label className={forms.label} htmlFor={field.id}>
        {field.label}
        {!isRequired && <span className={forms.labelOptional}> {commonText.optional()}</span>}
      </label>
      {children}
      <FieldNote {...field} />
    </div>
  );
}
