import * as questionsText from "../generated/messages/questions";
import type { QuestionFormView } from "../generated/questions";
import { ConsentField } from "../ui/ConsentField";
import forms from "../ui/forms.module.css";
import { NameAndEmail } from "../ui/NameAndEmail";
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
        <NameAndEmail
          {...{ id, errors, onChange }}
          values={draft}
          labels={{
            name: questionsText.fieldName(),
            email: questionsText.fieldEmail(),
            emailHint: questionsText.emailNote(),
          }}
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
