import * as questionsText from "../generated/messages/questions";
import type { QuestionFormView } from "../generated/questions";
import { ConsentField } from "../ui/ConsentField";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { controlId } from "../ui/show-control";
import { TextAreaField } from "../ui/TextAreaField";
import { TrapField } from "../ui/TrapField";
import type { Draft, FieldName } from "./question-form";

type Props = {
  id: string;
  form: Pick<QuestionFormView, "terms" | "maxChars">;
  isAnswer: boolean;
  draft: Draft;
  /** Names of the fields in error. They are highlighted, without a text. */
  errors: Array<string>;
  onChange: (to: Partial<Draft>, field: FieldName) => void;
};

/** The fields of a question or an answer, with the names of the plain form. */
export function QuestionFields({ id, form, isAnswer, draft, errors, onChange }: Props) {
  const field = (name: FieldName) => ({ id: controlId(id, name), isInvalid: errors.includes(name) });
  return (
    <>
      <div className={forms.fields}>
        <TextAreaField
          {...field("text")}
          label={isAnswer ? questionsText.fieldAnswer() : questionsText.fieldQuestion()}
          name="text"
          maxLength={form.maxChars}
          required
          value={draft.text}
          onChange={({ target }) => onChange({ text: target.value }, "text")}
        />
        <Field
          {...field("name")}
          isHalf
          label={questionsText.fieldName()}
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value }, "name")}
        />
        <Field
          {...field("email")}
          isHalf
          label={questionsText.fieldEmail()}
          hint={questionsText.emailNote()}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          ltr
          required
          value={draft.email}
          onChange={({ target }) => onChange({ email: target.value }, "email")}
        />
      </div>
      <TrapField value={draft.trap} onChange={(trap) => onChange({ trap }, "trap")} />
      {form.terms && (
        <ConsentField
          {...field("terms")}
          terms={form.terms}
          checked={draft.terms}
          onChange={(terms) => onChange({ terms }, "terms")}
        />
      )}
    </>
  );
}
