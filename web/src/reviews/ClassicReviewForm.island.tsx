import { type FormEvent, useId, useRef, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewFormView } from "../generated/reviews";
import { useProof } from "../runtime/use-proof";
import controls from "../ui/controls.module.css";
import panel from "../ui/FormPanel.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { showControl } from "../ui/show-control";
import { ReviewFields } from "./ReviewFields";
import { ReviewFormHead } from "./ReviewFormHead";
import { type Draft, fieldErrors, firstDraft, OVERALL } from "./review-form";
import { useUploads } from "./use-uploads";

/** The classic form: a plain form. Script uploads files and stops a review that the server would refuse. */
export function ClassicReviewForm(form: ReviewFormView) {
  const id = useId();
  const [draft, setDraft] = useState(() => firstDraft(form));
  const [errors, setErrors] = useState(() => form.errors.map(({ field }) => field));
  const [alert, setAlert] = useState<string | null>(form.errors[0]?.text ?? null);
  const { proof, prove } = useProof(form.captcha);
  const [token, setToken] = useState("");
  const uploads = useUploads(form, true, token);
  const element = useRef<HTMLFormElement>(null);
  /** Set when the form has passed all checks and is sent by the browser. */
  const isChecked = useRef(false);

  const change = (to: Partial<Draft>, field: string) => {
    setDraft((now) => ({ ...now, ...to }));
    setErrors((now) => now.filter((name) => name !== field));
  };

  const stop = (text: string | null, wrong: Array<string>) => {
    // A repeated alert is spoken again.
    setAlert(null);
    requestAnimationFrame(() => setAlert(text));
    setErrors(wrong);
    if (wrong[0] !== undefined) showControl(id, wrong[0]);
  };

  const submit = async (event: FormEvent) => {
    if (isChecked.current) return;
    const wrong = fieldErrors(form, draft);
    if (wrong.includes(OVERALL)) {
      event.preventDefault();
      return stop(reviewsText.ratingRequired(), wrong);
    }
    if (wrong.some((name) => name !== "terms")) {
      event.preventDefault();
      return stop(null, wrong);
    }
    if (wrong.includes("terms")) {
      event.preventDefault();
      return stop(reviewsText.terms(), wrong);
    }
    if (uploads.isUnfinished) {
      event.preventDefault();
      return stop(reviewsText.uploadPending(), []);
    }
    if (!form.captcha) return;
    event.preventDefault();
    const solved = await proof();
    if (solved === "") return stop(reviewsText.captcha(), []);
    setToken(solved);
    isChecked.current = true;
    // After the token is part of the form.
    requestAnimationFrame(() => element.current?.requestSubmit());
  };

  const uploaded = uploads.items.flatMap(({ attachment }) => (attachment ? [attachment] : []));
  return (
    <form
      ref={element}
      className={`${forms.form} ${panel.form}`}
      method="post"
      action={form.action}
      noValidate
      aria-label={reviewsText.formTitle()}
      onSubmit={submit}
      onFocus={prove}
    >
      <HiddenInputs
        pairs={[
          ["id", form.item.id],
          ...form.hidden.map(({ name, value }): [string, string] => [name, value]),
          ...uploaded.map(({ id: file, key }): [string, string] => [
            "cr-upload-images-ids[]",
            JSON.stringify({ id: file, key }),
          ]),
          ["g-recaptcha-response", token],
        ]}
      />
      {alert && <Notice kind="error">{alert}</Notice>}
      <ReviewFormHead {...form.item} />
      <div className={panel.fields}>
        <ReviewFields {...{ id, form, draft, errors, uploads }} onChange={change} />
      </div>
      <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
        {reviewsText.classicSubmit()}
      </button>
    </form>
  );
}
