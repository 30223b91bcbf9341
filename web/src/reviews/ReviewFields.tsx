import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { ConsentField } from "../ui/ConsentField";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { NameAndEmail } from "../ui/NameAndEmail";
import { controlId } from "../ui/show-control";
import { TextAreaField } from "../ui/TextAreaField";
import { TrapField } from "../ui/TrapField";
import { type Draft, OVERALL, ratingFields } from "./review-form";
import { StarInput } from "./StarInput";
import { UploadField } from "./UploadField";
import type { Uploads } from "./use-uploads";

type Props = {
  id: string;
  form: ReviewFormView;
  draft: Draft;
  /** Names of the fields in error. They are highlighted, without a text. */
  errors: Array<string>;
  onChange: (to: Partial<Draft>, field: string) => void;
  uploads: Uploads;
};

/** The fields of both review forms, with the names of the plain one. */
export function ReviewFields({ id, form, draft, errors, onChange, uploads }: Props) {
  const { questions, terms } = form;
  const isWrong = (name: string) => errors.includes(name);
  const field = (name: string) => ({ id: controlId(id, name), isInvalid: isWrong(name) });
  return (
    <>
      <div>
        {ratingFields(form, reviewsText.fieldRating()).map(({ name, label, required }) => (
          <StarInput
            key={name}
            id={controlId(id, name)}
            name={name === OVERALL ? OVERALL : `onsiteQuestions[${name}]`}
            {...{ label, required }}
            value={draft.ratings[name] ?? 0}
            isError={isWrong(name)}
            onChange={(rating) => onChange({ ratings: { ...draft.ratings, [name]: rating } }, name)}
          />
        ))}
      </div>
      <div className={forms.fields}>
        <TextAreaField
          {...field("review")}
          label={reviewsText.fieldText()}
          name="review"
          maxLength={5000}
          required
          placeholder={reviewsText.fieldTextHint()}
          value={draft.review}
          onChange={({ target }) => onChange({ review: target.value }, "review")}
        />
        {questions.map(({ name, label, kind, required }) => (
          <Field
            key={name}
            {...field(name)}
            label={label}
            name={`onsiteQuestions[${name}]`}
            inputMode={kind === "number" ? "numeric" : undefined}
            ltr={kind === "number"}
            maxLength={500}
            required={required}
            value={draft.answers[name] ?? ""}
            onChange={({ target }) => onChange({ answers: { ...draft.answers, [name]: target.value } }, name)}
          />
        ))}
        <NameAndEmail
          {...{ id, errors, onChange }}
          values={draft}
          labels={{
            name: reviewsText.fieldName(),
            email: reviewsText.fieldEmail(),
            emailHint: reviewsText.fieldEmailHint(),
          }}
        />
      </div>
      <UploadField
        id={controlId(id, "files")}
        {...{ uploads }}
        accepted={form.accepted}
        maxFiles={form.maxFiles}
      />
      <TrapField value={draft.trap} onChange={(trap) => onChange({ trap }, "trap")} />
      {terms && (
        <ConsentField
          {...{ terms }}
          {...field("terms")}
          checked={draft.terms}
          onChange={(isChecked) => onChange({ terms: isChecked }, "terms")}
        />
      )}
    </>
  );
}
