import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { CheckField } from "../ui/CheckField";
import { Field } from "../ui/Field";
import { FieldLayout } from "../ui/FieldLayout";
import forms from "../ui/forms.module.css";
import styles from "./ReviewFields.module.css";
import { type Draft, OVERALL, ratingFields } from "./review-form";
import { StarInput } from "./StarInput";
import { TrapField } from "./TrapField";
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

/** The id of a field's control, by its name. */
const controlId = (id: string, name: string) => `${id}-${name}`;

/** Moves the focus to a field, and the field to the middle of the window. */
export function showControl(id: string, name: string): void {
  const control = document.getElementById(controlId(id, name));
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}

/** The fields of both review forms, with the names of the plain one. */
export function ReviewFields({ id, form, draft, errors, onChange, uploads }: Props) {
  const { questions, terms } = form;
  const isWrong = (name: string) => errors.includes(name);
  const field = (name: string) => ({ id: controlId(id, name), isInvalid: isWrong(name) });
  const control = (name: string) => ({ id: controlId(id, name), "aria-invalid": isWrong(name) || undefined });
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
        <FieldLayout field={{ ...field("review"), label: reviewsText.fieldText() }} isRequired>
          <textarea
            {...control("review")}
            className={`${forms.input} ${styles.text}`}
            name="review"
            rows={5}
            maxLength={5000}
            placeholder={reviewsText.fieldTextHint()}
            value={draft.review}
            onChange={({ target }) => onChange({ review: target.value }, "review")}
          />
        </FieldLayout>
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
        <Field
          {...field("name")}
          isHalf
          label={reviewsText.fieldName()}
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
          label={reviewsText.fieldEmail()}
          hint={reviewsText.fieldEmailHint()}
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
      <UploadField
        id={controlId(id, "files")}
        {...{ uploads }}
        accepted={form.accepted}
        maxFiles={form.maxFiles}
      />
      <TrapField value={draft.trap} onChange={(trap) => onChange({ trap }, "trap")} />
      {terms && (
        <div>
          <CheckField
            {...field("terms")}
            label={terms.label}
            name="terms"
            value="1"
            checked={draft.terms}
            onChange={({ target }) => onChange({ terms: target.checked }, "terms")}
          />
          {terms.link && (
            <a className={styles.terms} href={terms.link.url} target="_blank" rel="noopener">
              {terms.link.label}
            </a>
          )}
        </div>
      )}
    </>
  );
}
