import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView, ReviewResultAnswer } from "../generated/reviews";
import { newIdempotencyKey } from "../runtime/request";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { submitReview } from "./calls";
import { ReviewFields, showControl } from "./ReviewFields";
import styles from "./ReviewForm.module.css";
import { ReviewFormHead } from "./ReviewFormHead";
import { ReviewResult } from "./ReviewResult";
import { type Draft, fieldErrors, firstDraft, OVERALL, onsiteQuestions } from "./review-form";
import { useProof } from "./use-proof";
import { type UploadItem, useUploads } from "./use-uploads";

export type ReviewFormProps = {
  form: ReviewFormView;
  /** Called when the form is left: it is reset by being removed. */
  onClosed: () => void;
};

/** The fields of call 26. */
function fieldsOf(
  form: ReviewFormView,
  draft: Draft,
  items: Array<UploadItem>,
  proof: string,
): Array<[string, string]> {
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
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [result, setResult] = useState<ReviewResultAnswer | null>(null);
  const { proof, prove } = useProof(form.captcha);
  const uploads = useUploads(form, false);
  const heading = useRef<HTMLHeadingElement>(null);
  /** A retry of the same review has the same key. */
  const sent = useRef({ body: "", key: "" });
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
    setIsSubmitting(true);
    const token = await proof();
    if (form.captcha && token === "") {
      setIsSubmitting(false);
      setResult({ code: 1, description: reviewsText.captcha(), button: reviewsText.buttonRetry() });
      return;
    }
    const fields = fieldsOf(form, draft, uploads.items, token);
    const body = JSON.stringify(fields);
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() };
    const failed = { code: 1, description: reviewsText.failed(), button: reviewsText.buttonRetry() };
    const answer = await submitReview(fields, sent.current.key).catch(() => failed);
    // A refused review is corrected and sent as a new one.
    if (answer.code !== 0 && answer !== failed) sent.current = { body: "", key: "" };
    setResult(answer);
    setIsSubmitting(false);
  };

  const press = () => {
    if (result?.code === 0) onClosed();
    else setResult(null);
  };

  return (
    <>
      {result && <ReviewResult {...result} onButton={press} />}
      <form
        className={`${forms.form} ${styles.form}`}
        noValidate
        hidden={result !== null}
        aria-labelledby={`${id}-title`}
        aria-busy={isSubmitting || undefined}
        onSubmit={submit}
        onFocus={prove}
      >
        <div className={styles.title}>
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
        <fieldset className={styles.fields} disabled={isSubmitting}>
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
