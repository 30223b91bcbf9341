import type { ReactNode } from "react";
import { FieldNote } from "./FieldNote";
import { type FieldProps, fieldClass } from "./field-props";
import { t } from "./messages";
import "./texts";

type Props = { field: FieldProps; isRequired?: boolean; children: ReactNode };

/** Label above, control, note below. */
export function FieldFrame({ field, isRequired, children }: Props) {
  return (
    <div className={fieldClass(field)}>
      <label className="label" htmlFor={field.id}>
        {field.label}
        {!isRequired && <span className="label__optional"> {t("common.optional")}</span>}
      </label>
      {children}
      <FieldNote {...field} />
    </div>
  );
}
