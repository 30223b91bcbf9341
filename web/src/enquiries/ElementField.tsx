import { useState } from "react";
import type { EnquiryDateParts, EnquiryElementView, EnquiryValue } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { ServerHtml } from "../runtime/ServerHtml";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";
import { TextAreaField } from "../ui/TextAreaField";
import { ChoiceField } from "./ChoiceField";
import { DateField } from "./DateField";
import { dateOf, listOf, textOf } from "./rules/values";

type Props = {
  /** Of the control, or of the first one. */
  id: string;
  element: EnquiryElementView;
  value: EnquiryValue | undefined;
  error: string | null;
  onChange: (value: EnquiryValue) => void;
};

const NO_DATE: EnquiryDateParts = { day: "", month: "", year: "" };

/**
 * One element of a form, but for files and the picture with digits. Typed text belongs to the browser, which restores it
 * when the visitor comes back; of a field whose text React sets it would not. To set it the element gets another key.
 */
export function ElementField({ id, element, value, error, onChange }: Props) {
  const { name, label, help, required } = element;
  const field = { id, label, hint: help || null, error, name, required };
  const [first] = useState(textOf(value));
  const named = {
    ...field,
    placeholder: element.placeholder || undefined,
    autoComplete: element.autocomplete || undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const text = { ...named, defaultValue: first };
  switch (element.kind) {
    case "text":
      return <Field {...text} />;
    case "email":
      return <Field {...text} autoComplete={element.autocomplete || "email"} type="email" ltr />;
    case "phone":
      return <Field {...text} autoComplete={element.autocomplete || "tel"} type="tel" ltr />;
    case "number":
      // Not a number field: it would refuse Arabic digits.
      return <Field {...text} inputMode={element.decimals > 0 ? "decimal" : "numeric"} ltr />;
    case "textarea":
      return <TextAreaField {...text} rows={element.rows} />;
    case "select": {
      const none = { value: "", label: element.placeholder || enquiriesText.choose() };
      // A required choice with a default cannot be undone.
      const isFixed = required && element.default !== null && textOf(value) !== "";
      const options = isFixed ? element.options : [none, ...element.options];
      return <SelectField {...named} value={textOf(value)} options={options} />;
    }
    case "radio":
      return (
        <ChoiceField
          {...field}
          isMany={false}
          options={element.options}
          chosen={[textOf(value)]}
          onChange={([chosen]) => onChange(chosen ?? "")}
        />
      );
    case "checkboxes":
      return (
        <ChoiceField {...field} isMany options={element.options} chosen={listOf(value)} onChange={onChange} />
      );
    case "date":
      return (
        <DateField
          {...field}
          firstYear={element.firstYear}
          lastYear={element.lastYear}
          date={dateOf(value) ?? NO_DATE}
          onChange={onChange}
        />
      );
    case "hidden":
      return <input type="hidden" name={name} value={element.value} />;
    case "heading":
      return <h3>{label}</h3>;
    case "note":
      return <ServerHtml className="prose" html={element.html} />;
  }
}
