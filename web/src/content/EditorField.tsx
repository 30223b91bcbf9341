import type { EditorFieldView } from "../generated/content";
import { CheckField } from "../ui/CheckField";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";
import { TextAreaField } from "../ui/TextAreaField";

type Props = { field: EditorFieldView; error?: string };

const ROWS = { lines: 4, html: 10 };

/** One field of the staff's editor, by its kind. */
export function EditorField({ field, error }: Props) {
  const { name, label, kind, value, options, hint, required } = field;
  const common = { id: `field-${name}`, name, label, hint: hint || null, error, required };
  switch (kind) {
    case "lines":
    case "html":
      return <TextAreaField {...common} rows={ROWS[kind]} dir="auto" defaultValue={value} />;
    case "select":
      return <SelectField {...common} options={options} defaultValue={value} />;
    case "checkbox":
      return <CheckField {...common} required={false} value="1" defaultChecked={value === "1"} />;
    case "address":
      return <Field {...common} ltr defaultValue={value} />;
    case "text":
      return <Field {...common} dir="auto" defaultValue={value} />;
  }
}
