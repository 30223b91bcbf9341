import type { FieldView } from "../generated/accounts";
import type { LinkView } from "../generated/edge";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { AccountPassword } from "./AccountPassword";
import { FormField } from "./FormField";

type Props = {
  fields: Array<FieldView>;
  /** Prefix of every field's id: forms of one page may have fields of the same name. */
  id: string;
  aside?: LinkView | null;
  /** The first invalid field gets the focus. */
  focusWrong: boolean;
};

/** The fields of a form. If the last field is a checkbox, the link beside the fields shares its row. */
export function FormFields({ fields, id, aside, focusWrong }: Props) {
  const wrong = focusWrong ? fields.find(({ error }) => error !== null) : undefined;
  const renderField = (field: FieldView) => {
    const place = { field, id: `${id}-${field.name}`, isFocused: field === wrong };
    return field.kind === "password" ? (
      <AccountPassword key={field.name} {...place} />
    ) : (
      <FormField key={field.name} {...place} />
    );
  };
  const last = aside && fields.at(-1)?.kind === "check" ? fields.at(-1) : undefined;
  return (
    <div className={forms.fields}>
      {fields.filter((field) => field !== last).map(renderField)}
      {aside && (
        <div className={forms.fieldsEnd}>
          {last && renderField(last)}
          <a className={controls.link} href={aside.url}>
            {aside.label}
          </a>
        </div>
      )}
    </div>
  );
}
