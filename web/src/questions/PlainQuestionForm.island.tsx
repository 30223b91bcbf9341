import { type FormEvent, useId, useRef, useState } from "react";
import * as questionsText from "../generated/messages/questions";
import type { QuestionFormView } from "../generated/questions";
import { useProof } from "../runtime/use-proof";
import controls from "../ui/controls.module.css";
import panel from "../ui/FormPanel.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { showControl } from "../ui/show-control";
import { QuestionFields } from "./QuestionFields";
import styles from "./QuestionForm.module.css";
import { type Draft, type FieldName, fieldErrors, firstDraft } from "./question-form";

/** The form on its own page: a plain form. Script adds the proof and stops what the server would refuse. */
export function PlainQuestionForm(form: QuestionFormView) {
  const id = useId();
  const isAnswer = form.questionId !== null;
  const [draft, setDraft] = useState(() => firstDraft(form));
  const [errors, setErrors] = useState<Array<string>>(() => form.errors.map(({ field }) => field));
  const [alert, setAlert] = useState<string | null>(form.errors[0]?.text ?? null);
  const [token, setToken] = useState("");
  const { proof, prove } = useProof(form.captcha);
  const element = useRef<HTMLFormElement>(null);
  /** Set when the form has passed all checks and is sent by the browser. */
  const isChecked = useRef(false);

  const change = (to: Partial<Draft>, field: FieldName) => {
    setDraft((now) => ({ ...now, ...to }));
    setErrors((now) => now.filter((name) => name !== field));
  };
  const submit = async (event: FormEvent) => {
    if (isChecked.current) return;
    const wrong = fieldErrors(form, draft);
    if (wrong[0] !== undefined || form.captcha) event.preventDefault();
    setErrors(wrong);
    if (wrong[0] !== undefined) {
      setAlert(wrong[0] === "terms" ? questionsText.terms() : null);
      return showControl(id, wrong[0]);
    }
    if (!form.captcha) return;
    // Without a proof the server decides.
    setToken(await proof());
    isChecked.current = true;
    // After the token is part of the form.
    requestAnimationFrame(() => element.current?.requestSubmit());
  };

  return (
    <form
      ref={element}
      className={`${forms.form} ${panel.form}`}
      method="post"
      action={form.action}
      noValidate
      aria-label={isAnswer ? questionsText.answerTitle() : questionsText.formTitle()}
      onSubmit={submit}
      onFocus={prove}
    >
      <HiddenInputs
        pairs={[
          ["crNonce", form.nonce],
          ["currentPostID", form.productId],
          ...(form.questionId === null
            ? []
            : ([
                ["questionID", form.questionId],
                ["productID", form.productId],
              ] as Array<[string, string]>)),
          ...form.hidden.map(({ name, value }): [string, string] => [name, value]),
          ["cptcha", token],
        ]}
      />
      {alert && <Notice kind="error">{alert}</Notice>}
      <div className={panel.fields}>
        <QuestionFields {...{ id, form, isAnswer, draft, errors }} onChange={change} />
      </div>
      <div className={styles.buttons}>
        <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
          {isAnswer ? questionsText.answerSubmit() : questionsText.formSubmit()}
        </button>
      </div>
    </form>
  );
}
