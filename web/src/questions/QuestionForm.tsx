import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import * as questionsText from "../generated/messages/questions";
import type { AuthorDefaults, QuestionFormView } from "../generated/questions";
import { useSubmission } from "../runtime/use-submission";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import panel from "../ui/FormPanel.module.css";
import { FormResult } from "../ui/FormResult";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { showControl } from "../ui/show-control";
import { authorDefaults, submitQuestion } from "./calls";
import { QuestionFields } from "./QuestionFields";
import styles from "./QuestionForm.module.css";
import { type Draft, type FieldName, fieldErrors, fieldsOf, firstDraft } from "./question-form";

export type QuestionFormProps = {
  form: QuestionFormView;
  /** The question that is answered. */
  questionId?: string;
  /** Name and email are not filled in: an answer form that was reset stays empty. */
  isBlank?: boolean;
  /** Called when the form is left: it is reset by being removed. */
  onClosed: () => void;
};

const refusal = (description: string) => ({ code: 1, description, button: questionsText.buttonRetry() });

/** Fills in the fields that the shopper has not typed in. */
const withDefaults = (draft: Draft, { name, email }: AuthorDefaults): Draft => ({
  ...draft,
  name: draft.name || name,
  email: draft.email || email,
});

/** A new question, or an answer: editing, submitting, result. Entered data is kept until the form is left. */
export function QuestionForm({ form, questionId, isBlank = false, onClosed }: QuestionFormProps) {
  const id = useId();
  const isAnswer = questionId !== undefined;
  const [draft, setDraft] = useState(() => firstDraft(form));
  const [errors, setErrors] = useState<Array<FieldName>>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isSubmitting, result, ...submission } = useSubmission({
    captcha: form.captcha,
    send: submitQuestion,
    refusals: { failed: () => refusal(questionsText.failed()) },
  });

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (isBlank || form.defaultsUrl === null) return;
    let isOpen = true;
    authorDefaults(form.defaultsUrl).then((defaults) => {
      if (isOpen) setDraft((now) => withDefaults(now, defaults));
    });
    return () => {
      isOpen = false;
    };
  }, [isBlank, form.defaultsUrl]);

  const change = (to: Partial<Draft>, field: FieldName) => {
    setDraft((now) => ({ ...now, ...to }));
    setErrors((now) => now.filter((name) => name !== field));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    const wrong = fieldErrors(form, draft);
    setErrors(wrong);
    if (wrong[0] !== undefined) return showControl(id, wrong[0]);
    await submission.submit((token) => fieldsOf(form, questionId, draft, token));
  };
  const submitText = isAnswer ? questionsText.answerSubmit() : questionsText.formSubmit();

  return (
    <>
      {result && <FormResult {...result} onButton={result.code === 0 ? onClosed : submission.edit} />}
      <form
        className={classes(forms.form, panel.form, isAnswer && styles.answer)}
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
            aria-label={questionsText.formBack()}
            onClick={onClosed}
          >
            <Icon name="prev" />
          </button>
          <h3 ref={heading} id={`${id}-title`} tabIndex={-1}>
            {isAnswer ? questionsText.answerTitle() : questionsText.formTitle()}
          </h3>
        </div>
        <fieldset className={panel.fields} disabled={isSubmitting}>
          <QuestionFields {...{ id, form, isAnswer, draft, errors }} onChange={change} />
        </fieldset>
        <div className={styles.buttons}>
          <button
            type="submit"
            className={classes(controls.btn, controls.btnPrimary, isAnswer && controls.btnSm)}
            aria-busy={isSubmitting || undefined}
          >
            {isSubmitting ? questionsText.formSending() : submitText}
          </button>
          <button
            type="button"
            className={classes(controls.btn, isAnswer && controls.btnSm)}
            onClick={onClosed}
          >
            {questionsText.formCancel()}
          </button>
        </div>
      </form>
    </>
  );
}
