import type { InputHTMLAttributes } from "react";
import type { FieldKind, FieldView } from "../generated/accounts";
import { CheckField } from "../ui/CheckField";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";

type Props = { field: FieldView; id: string; isFocused: boolean };

const LATIN = { ltr: true, autoCapitalize: "none", spellCheck: false };

const INPUTS: Partial<Record<FieldKind, InputHTMLAttributes<HTMLInputElement> & { ltr?: boolean }>> = {
  latin: LATIN,
  email: { ...LATIN, type: "email", inputMode: "email" },
  phone: { ...LATIN, type: "tel", inputMode: "tel" },
};

/** A form field of any kind except password, which is the island `PasswordField`. */
export function FormField({ field, id, isFocused }: Props) {
  const { name, kind, label, value, autocomplete, isRequired, isHalf, hint, error, options } = field;
  const shared = {
    ...{ id, name, label, hint, error, isHalf },
    required: isRequired,
    autoFocus: isFocused,
  };
  if (kind === "check") return <CheckField {...shared} value="1" defaultChecked={value !== ""} />;
  if (kind === "select") {
    return <SelectField {...shared} options={options} defaultValue={value} autoComplete={autocomplete} />;
  }
  // One-time codes consist of digits.
  const inputMode = autocomplete === "one-time-code" ? "numeric" : undefined;
  return (
    <Field
      type="text"
      inputMode={inputMode}
      {...INPUTS[kind]}
      {...shared}
      defaultValue={value}
      autoComplete={autocomplete}
    />
  );
}
