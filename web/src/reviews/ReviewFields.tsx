import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { CheckField } from "../ui/CheckField";
import { classes } from "../ui/classes";
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
export const controlId = (id: string, name: string) => `${id}-${name}`;

/** The fields of both review forms, with the names of the plain one. */
export function ReviewFields({ id, form, draft, errors, onChange, uploads }: Props) {
  const { questions, terms } = form;
  const isWrong = (name: string) => errors.includes(name);
  const props = (name: string) => ({ id: controlId(id, name), "aria-invalid": isWrong(name) || undefined });
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
        <div className={classes(isWrong("review") && forms.isError)}>
          <FieldLayout field={{ id: controlId(id, "review"), label: reviewsText.fieldText() }} isRequired>
            <textarea
              {...props("review")}
              className={`${forms.input} ${styles.text}`}
              name="review"
              rows={5}
              maxLength={5000}
              placeholder={reviewsText.fieldTextHint()}
              value={draft.review}
              onChange={({ target }) => onChange({ review: target.value }, "review")}
            />
          </FieldLayout>
        </div>
        {questions.map(({ name, label, kind, required }) => (
          <div key={name} className={classes(isWrong(name) && forms.isError)}>
            <FieldLayout field={{ id: controlId(id, name), label }} isRequired={required}>
              <input
                {...props(name)}
                className={classes(forms.input, kind === "number" && "ltr")}
                type="text"
                inputMode={kind === "number" ? "numeric" : undefined}
                name={`onsiteQuestions[${name}]`}
                maxLength={500}
                value={draft.answers[name] ?? ""}
                onChange={({ target }) =>
                  onChange({ answers: { ...draft.answers, [name]: target.value } }, name)
                }
              />
            </FieldLayout>
          </div>
        ))}
        <div className={classes(forms.fieldHalf, isWrong("name") && forms.isError)}>
          <Field
            {...props("name")}
            label={reviewsText.fieldName()}
            name="name"
            autoComplete="name"
            maxLength={100}
            required
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value }, "name")}
          />
        </div>
        <div className={classes(forms.fieldHalf, isWrong("email") && forms.isError)}>
          <Field
            {...props("email")}
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
      </div>
      <UploadField
        id={controlId(id, "files")}
        {...{ uploads }}
        accepted={form.accepted}
        maxFiles={form.maxFiles}
      />
      <TrapField value={draft.trap} onChange={(trap) => onChange({ trap }, "trap")} />
      {terms && (
        <div className={classes(isWrong("terms") && forms.isError)}>
          <CheckField
            {...props("terms")}
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
