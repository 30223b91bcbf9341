import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { CommentFormView, CommentParentView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { useProof } from "../runtime/use-proof";
import { instead } from "../ui/clicks";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { controlId, showControl } from "../ui/show-control";
import { TextAreaField } from "../ui/TextAreaField";
import { TrapField } from "../ui/TrapField";
import styles from "./CommentForm.module.css";
import { fieldErrors, NO_PARENT, slotId } from "./comment-form";
import { useReplyLinks } from "./use-reply-links";

/** The form of a post's comments: a plain form. With script it moves under the comment that it answers. */
export function CommentForm(form: CommentFormView) {
  const id = useId();
  const [parent, setParent] = useState(form.parent);
  const [draft, setDraft] = useState({ ...form.values, trap: "" });
  const [errors, setErrors] = useState(form.errors);
  const [isSending, setIsSending] = useState(false);
  const { proof, prove } = useProof(form.captcha);
  const [token, setToken] = useState("");
  const element = useRef<HTMLFormElement>(null);
  /** A checked form is sent by the browser, once. */
  const step = useRef<"editing" | "checking" | "checked" | "sent">("editing");
  /** Focused after the form has moved. */
  const focus = useRef<(() => void) | null>(null);

  const move = (to: CommentParentView | null, then: () => void) => {
    focus.current = then;
    setParent(to);
  };
  const replyLink = useReplyLinks((to) => move(to, () => showControl(id, "comment")));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form has moved
  useEffect(() => {
    focus.current?.();
    focus.current = null;
  }, [parent]);
  // The browser's back button may restore this page as it was when the form was sent.
  useEffect(() => {
    const again = () => {
      step.current = "editing";
      setIsSending(false);
    };
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);

  const change = (name: keyof typeof draft) => (value: string) => {
    setDraft((now) => ({ ...now, [name]: value }));
    setErrors((now) => now.filter(({ field }) => field !== name));
  };
  const field = (name: "comment" | "author" | "email") => ({
    id: controlId(id, name),
    name,
    required: true,
    value: draft[name],
    error: errors.find((error) => error.field === name)?.text,
    // The page was rendered again to show what is wrong.
    autoFocus: form.errors[0]?.field === name || undefined,
    onChange: ({ target }: { target: { value: string } }) => change(name)(target.value),
  });

  const submit = async (event: FormEvent) => {
    if (step.current === "checked") {
      step.current = "sent";
      return;
    }
    event.preventDefault();
    if (step.current !== "editing") return;
    const wrong = fieldErrors(draft);
    setErrors(wrong);
    if (wrong[0]) return showControl(id, wrong[0].field);
    step.current = "checking";
    setIsSending(true);
    // Without a token the comment is held, not refused.
    setToken(await proof());
    step.current = "checked";
    // After the token is part of the form.
    requestAnimationFrame(() => element.current?.requestSubmit());
  };

  const parentId = parent?.id ?? NO_PARENT;
  const isHome = parentId === (form.parent?.id ?? NO_PARENT);
  const slot = isHome ? null : document.getElementById(slotId(parentId));
  const whole = errors.find((error) => error.field === "");
  const markup = (
    <form
      ref={element}
      id="respond"
      className={`${forms.form} ${parent ? styles.reply : styles.form}`}
      method="post"
      action={form.action}
      noValidate
      aria-labelledby={`${id}-title`}
      aria-busy={isSending || undefined}
      onSubmit={submit}
      onFocus={prove}
    >
      <HiddenInputs
        pairs={[
          ["comment_post_ID", form.postId],
          ["comment_parent", parentId],
          ...form.hidden.map(({ name, value }): [string, string] => [name, value]),
          ["cptcha", token],
        ]}
      />
      <div className={styles.head}>
        <h3 id={`${id}-title`}>
          {parent ? contentText.commentTitleReply({ author: parent.author }) : contentText.commentTitle()}
        </h3>
        {parent && (
          <a
            className={`${controls.btn} ${controls.btnSm}`}
            href={form.cancelUrl}
            rel="nofollow"
            onClick={instead(() => move(null, () => (replyLink(parent.id) ?? element.current)?.focus()))}
          >
            {contentText.commentCancel()}
          </a>
        )}
      </div>
      <p className={styles.note}>{contentText.commentNote()}</p>
      {whole && (
        <Notice kind="error" focused={form.errors[0] === whole}>
          {whole.text}
        </Notice>
      )}
      <div className={forms.fields}>
        <TextAreaField {...field("comment")} label={contentText.commentText()} maxLength={form.maxChars} />
        <Field
          {...field("author")}
          isHalf
          label={contentText.commentName()}
          autoComplete="name"
          maxLength={100}
        />
        <Field
          {...field("email")}
          isHalf
          label={contentText.commentEmail()}
          type="email"
          autoComplete="email"
          placeholder="name@example.com"
          maxLength={254}
          ltr
        />
      </div>
      <TrapField value={draft.trap} onChange={change("trap")} />
      <button
        type="submit"
        className={`${controls.btn} ${controls.btnPrimary}`}
        aria-busy={isSending || undefined}
      >
        {isSending
          ? contentText.commentSending()
          : parent
            ? contentText.commentSubmitReply()
            : contentText.commentSubmit()}
      </button>
    </form>
  );
  return slot ? createPortal(markup, slot) : markup;
}
