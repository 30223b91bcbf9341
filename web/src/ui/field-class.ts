import { classes } from "./classes";
import type { FieldProps } from "./field-props";
import forms from "./forms.module.css";

/** The class of the element around a control and its label. */
export const fieldClass = ({ error, isInvalid, isHalf }: FieldProps) =>
  classes(isHalf && forms.fieldHalf, (error || isInvalid) && forms.isError);
