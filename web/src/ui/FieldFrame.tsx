import type { ReactNode } from "react";
import * as commonText from "../generated/messages/common";
import { FieldNote } from "./FieldNote";
import { type FieldProps, fieldClass } from "./field-props";

type Props = { field: FieldProps; isRequired?: boolean; children: ReactNode };

/** Label above, control, note below. */
export function FieldFrame({ field, isRequired, children }: Props) {
  return (
    <div className={fieldClass(field)}>
      <label className="label" htmlFor={field.id}>
        {field.label}
        {!isRequired && <span className="label__optional"> {commonText.optional()}</span>}
      </label>
      {children}
      <FieldNote {...field} />
    </div>
  );
}
