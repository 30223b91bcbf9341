import type { SettingField } from "../generated/settings";
import { CheckField } from "../ui/CheckField";
import { Field } from "../ui/Field";
import { FieldNote } from "../ui/FieldNote";
import { fieldClass } from "../ui/field-class";
import { noteAttributes } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import { SelectField } from "../ui/SelectField";
import { TextAreaField } from "../ui/TextAreaField";
import styles from "./SettingsForm.module.css";

const MODES = { number: "numeric", money: "decimal", email: "email" } as const;

/** Boxes under one name. Each sends a name of its own, because a name is sent once. */
function Boxes({ field: { name, label, hint, error, value, options } }: { field: SettingField }) {
  const field = { id: name, label, hint, error };
  const ticked = value.split(" ");
  return (
    <fieldset
      className={fieldClass(field)}
      // A group has no state of its own that is read out.
      aria-describedby={noteAttributes(field)["aria-describedby"]}
      id={name}
    >
      <legend className={forms.label}>{label}</legend>
      <div className={styles.boxes}>
        {options.map((option) => (
          <label key={option.value} className={forms.check}>
            <input
              type="checkbox"
              name={`${name}:${option.value}`}
              value="1"
              defaultChecked={ticked.includes(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldNote {...field} />
    </fieldset>
  );
}

/** The control of a setting by its kind. */
export function SettingControl({ field }: { field: SettingField }) {
  const { name, label, hint, error, control, value, isLtr, isRequired, options, maxChars } = field;
  const shared = { id: name, name, label, hint, error };
  switch (control) {
    case "switch":
      return <CheckField {...shared} value="1" defaultChecked={value === "1"} />;
    case "boxes":
      return <Boxes field={field} />;
    case "choice":
      return <SelectField {...shared} options={options} defaultValue={value} required />;
    case "lines":
      return <TextAreaField {...shared} defaultValue={value} rows={4} dir={isLtr ? "ltr" : "auto"} />;
    default:
      return (
        <Field
          {...shared}
          defaultValue={value}
          ltr={isLtr}
          required={isRequired}
          maxLength={maxChars === null ? undefined : maxChars * 2}
          type={control === "time" ? "time" : "text"}
          inputMode={MODES[control as keyof typeof MODES]}
          autoComplete="off"
        />
      );
  }
}
