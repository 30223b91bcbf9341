import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import type { SubscriptionsPageView } from "../generated/accounts";
import type { Success } from "../generated/edge";
import { actionUrl, post } from "../runtime/request";
import blocked from "../ui/Blocked.module.css";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { Notice } from "../ui/Notice";
import { ListBoxes } from "./ListBoxes";

type Props = Pick<SubscriptionsPageView, "action" | "nonce" | "lists" | "saved" | "isSaved" | "submit"> & {
  title: string;
};

/** Call 9: posts the complete set of ticked lists. */
function save(form: HTMLFormElement): Promise<Success> {
  const body = new URLSearchParams({ action: "fue_update_account_subscriptions" });
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  return post<Success>(actionUrl(), body);
}

/** A plain form that saves without leaving the page. The result is announced in the same way for every response. */
export function SubscriptionsForm({ action, nonce, lists, saved, isSaved, submit, title }: Props) {
  const [state, setState] = useState<"at-rest" | "saving" | "saved">(isSaved ? "saved" : "at-rest");
  const status = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  const isSaving = state === "saving";

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    focused.current = document.activeElement;
    const saving = save(event.currentTarget);
    // Clears the previous notice, so that an equal one is announced again.
    setState("saving");
    await saving.catch(() => null);
    setState("saved");
  };

  useLayoutEffect(() => {
    const before = focused.current;
    if (state !== "saved" || !before) return;
    focused.current = null;
    status.current?.scrollIntoView({ block: "nearest" });
    // A disabled button loses focus. Focus is restored only if the shopper has not moved it.
    if (document.activeElement === document.body && before instanceof HTMLElement)
      before.focus({ preventScroll: true });
  }, [state]);

  return (
    <>
      {/* Outside the form: live regions inside an inert element are not announced. */}
      <div ref={status} role="status" data-saved="">
        {state === "saved" && (
          <Notice kind="ok" quiet>
            {saved}
          </Notice>
        )}
      </div>
      <form
        className={isSaving ? `${forms.form} ${blocked.isBlocked}` : forms.form}
        method="post"
        action={action}
        data-subscriptions=""
        inert={isSaving}
        aria-busy={isSaving || undefined}
        onSubmit={send}
      >
        <input type="hidden" name="nonce" value={nonce} />
        <ListBoxes title={title} lists={lists} />
        <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
          {submit}
        </button>
      </form>
    </>
  );
}
