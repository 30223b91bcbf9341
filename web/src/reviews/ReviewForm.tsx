import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { type FormFields, useSubmission } from "../runtime/use-submission";
import controls from "../ui/controls.module.css";
import panel from "../ui/FormPanel.module.css";
import { FormResult } from "../ui/FormResult";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { showControl } from "../ui/show-control";
import { submitReview } from "./calls";
import { ReviewFields } from "./ReviewFields";
import { ReviewFormHead } from "./ReviewFormHead";
import { type Draft, fieldErrors, firstDraft, OVERALL, onsiteQuestions } from "./review-form";
import { type UploadItem, useUploads } from "./use-uploads";

export type ReviewFormProps = {
  form: ReviewFormView;
  /** Called when the form is left: it is reset by being removed. */
  onClosed: () => void;
};

/** The fields of call 26. */
function fieldsOf(form: ReviewFormView, draft: Draft, items: Array<UploadItem>, proof: string): FormFields {
  const uploaded = items.flatMap(({ attachment }) => (attachment ? [attachment] : []));
  return [
    ["rating", String(draft.ratings[OVERALL] || "")],
    ["review", draft.review.trim()],
    ["name", draft.name.trim()],
    ["id", form.item.id],
    ["email", draft.email.trim()],
    ["onsiteQuestions", JSON.stringify(onsiteQuestions(draft))],
    ...uploaded.map(({ id, key }): [string, string] => [
      "cr-upload-images-ids[]",
      JSON.stringify({ id, key }),
    ]),
    ["g-recaptcha-response", proof],
    ...(form.terms ? [["terms", draft.terms ? "1" : "0"] as [string, string]] : []),
    ["cr_website", draft.trap],
    ...form.hidden.map(({ name, value }): [string, string] => [name, value]),
  ];
}

/** The asynchronous form: editing, submitting, result. Entered data is kept until the form is left. */
export function ReviewForm({ form, onClosed }: ReviewFormProps) {
  const id = useId();
  const [draft, setDraft] = useState(() => firstDraft(form));
  const [errors, setErrors] = useState<Array<string>>([]);
  const [isPending, setIsPending] = useState(false);
  const { isSubmitting, result, ...submission } = useSubmission({
    captcha: form.captcha,
    send: submitReview,
    refusals: {
      unproven: () => ({ code: 1, description: reviewsText.captcha(), button: reviewsText.buttonRetry() }),
      failed: () => ({ code: 1, description: reviewsText.failed(), button: reviewsText.buttonRetry() }),
    },
  });
  const uploads = useUploads(form, false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const change = (to: Partial<Draft>, field: string) => {
    setDraft((now) => ({ ...now, ...to }));
    setErrors((now) => now.filter((name) => name !== field));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    const wrong = fieldErrors(form, draft);
    const isWaiting = uploads.isUnfinished;
    setErrors(wrong);
    setIsPending(isWaiting);
    if (wrong[0] !== undefined) showControl(id, wrong[0]);
    if (wrong.length > 0 || isWaiting) return;
    await submission.submit((token) => fieldsOf(form, draft, uploads.items, token));
  };

  const press = () => {
    if (result?.code === 0) onClosed();
    else submission.edit();
  };

  return (
    <>
      {result && <FormResult {...result} onButton={press} />}
      <form
        className={`${forms.form} ${panel.form}`}
        noValidate
        hidden={result !== null}
        aria-labelledby={`${id}-title`}
        aria-busy={isSubmitting || undefined}
        onSubmit={submit}
        onFocus={submission.prove}
      >
        <div className={panel.title}>
          <button
            type="button"
            className={`${controls.iconBtn} ${controls.iconBtnLine}`}
            aria-label={reviewsText.formBack()}
            onClick={onClosed}
          >
            <Icon name="prev" />
          </button>
          <h3 ref={heading} id={`${id}-title`} tabIndex={-1}>
            {reviewsText.formTitle()}
          </h3>
          <button type="button" className={`${controls.btn} ${controls.btnSm}`} onClick={onClosed}>
            {reviewsText.formCancel()}
          </button>
        </div>
        <ReviewFormHead {...form.item} />
        <fieldset className={panel.fields} disabled={isSubmitting}>
          <ReviewFields {...{ id, form, draft, errors, uploads }} onChange={change} />
        </fieldset>
        {isPending && uploads.isUnfinished && (
          <p className={forms.fieldError} role="alert">
            {reviewsText.uploadPending()}
          </p>
        )}
        <button
          type="submit"
          className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
          aria-busy={isSubmitting || undefined}
        >
          {isSubmitting ? reviewsText.formSending() : reviewsText.formSubmit()}
        </button>
      </form>
    </>
  );
}
