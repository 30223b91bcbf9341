import type { ReactNode } from "react";
import * as commonText from "../generated/messages/common";
import { classes } from "../ui/classes";
import { FieldNote } from "../ui/FieldNote";
import { fieldClass } from "../ui/field-class";
import { type FieldProps, noteId } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import styles from "./FieldGroup.module.css";

type Props = {
  field: FieldProps;
  isRequired: boolean;
  role: "group" | "radiogroup";
  children: ReactNode;
};

/** Several controls under one label, with one hint or error below. */
export function FieldGroup({ field, isRequired, role, children }: Props) {
  const isRadio = role === "radiogroup";
  const hasNote = Boolean(field.error ?? field.hint);
  return (
    <fieldset
      className={classes(styles.group, fieldClass(field))}
      {...(isRadio && { role, "aria-required": isRequired, "aria-invalid": field.error ? true : undefined })}
      aria-describedby={hasNote ? noteId(field.id) : undefined}
    >
      <legend className={forms.label}>
        {field.label}
        {!isRequired && <span className={forms.labelOptional}> {commonText.optional()}</span>}
      </legend>
      {children}
      <FieldNote {...field} />
    </fieldset>
  );
}
