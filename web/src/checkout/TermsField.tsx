import * as checkoutText from "../generated/messages/checkout";
import { FieldNote } from "../ui/FieldNote";
import { fieldClass } from "../ui/field-class";
import { noteAttributes } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import { TermsLink } from "./TermsLink";
import { TextWith } from "./TextWith";

type Props = { url: string; isTicked: boolean; error: string | null };

export function TermsField({ url, isTicked, error }: Props) {
  const field = { id: "terms", label: checkoutText.terms(), error };
  return (
    <div className={fieldClass(field)}>
      <label className={forms.check}>
        <input
          type="checkbox"
          id={field.id}
          name="terms"
          value="1"
          defaultChecked={isTicked}
          {...noteAttributes(field)}
        />
        <span>
          <TextWith text={checkoutText.termsAgree({ terms: field.label })}>
            <TermsLink url={url} />
          </TextWith>
        </span>
      </label>
      <FieldNote {...field} />
    </div>
  );
}
