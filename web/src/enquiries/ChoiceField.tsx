import type { EnquiryChoice } from "../generated/enquiries";
import { type FieldProps, noteId } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import styles from "./ChoiceField.module.css";
import { FieldGroup } from "./FieldGroup";

type Props = FieldProps & {
  name: string;
  required: boolean;
  options: Array<EnquiryChoice>;
  chosen: Array<string>;
  /** Checkboxes: any number may be chosen. */
  isMany: boolean;
  onChange: (chosen: Array<string>) => void;
};

/** Radio buttons, or checkboxes, under one label. */
export function ChoiceField({ name, required, options, chosen, isMany, onChange, ...field }: Props) {
  const isWrong = field.error ? true : undefined;
  const change = (value: string, isChosen: boolean) => {
    if (!isMany) return onChange([value]);
    // In the order of the options, as the browser sends them.
    const values = options.map((option) => option.value);
    onChange(values.filter((one) => (one === value ? isChosen : chosen.includes(one))));
  };
  return (
    <FieldGroup field={field} isRequired={required} role={isMany ? "group" : "radiogroup"}>
      <div className={styles.options}>
        {options.map(({ value, label }, index) => (
          <label key={value} className={forms.check}>
            <input
              id={index === 0 ? field.id : undefined}
              type={isMany ? "checkbox" : "radio"}
              name={isMany ? `${name}[]` : name}
              value={value}
              checked={chosen.includes(value)}
              // A radio button has no state of its own for errors: its group has it.
              aria-invalid={isMany ? isWrong : undefined}
              aria-describedby={field.error && index === 0 ? noteId(field.id) : undefined}
              onChange={({ target }) => change(value, target.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
