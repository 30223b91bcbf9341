import { useEffect, useRef, useState } from "react";
import { UNSENT } from "../admin/unsent";
import * as text from "../generated/messages/staff_products";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { type Draft, dropDraft, findDraft, restoreDraft, storeDraft } from "./draft";

type Props = {
  formId: string;
  /** The page shows what was typed and refused. */
  isRefused: boolean;
  /** The form is the table of variations. */
  isSheet?: boolean;
};

const find = (id: string) => document.getElementById(id) as HTMLFormElement | null;

/**
 * Keeps what was typed and not saved. If another form of the page was sent, it is there again at once; if the page was left,
 * it is offered. A form without an answer, because the connection is lost or the session has ended, is not saved.
 */
export function ProductDraft({ formId, isRefused, isSheet = false }: Props) {
  const [offer, setOffer] = useState<Draft | null>(null);
  const [isRestored, setRestored] = useState(false);
  const waits = useRef(false);
  waits.current = offer !== null;
  useEffect(() => {
    const form = find(formId);
    if (!form) return;
    if (isRefused) {
      storeDraft(form, true);
      return;
    }
    const draft = findDraft(form);
    if (!draft) return;
    if (!draft.isWithin) {
      setOffer(draft);
      return;
    }
    restoreDraft(form, draft);
    storeDraft(form, false);
    setRestored(true);
  }, [formId, isRefused]);
  useEffect(() => {
    const onInput = (event: Event) => {
      const { form } = event.target as HTMLInputElement;
      // The draft that is offered is not overwritten before the member has decided.
      if (form?.id === formId && !waits.current) storeDraft(form, isRefused);
    };
    const onSubmit = (event: SubmitEvent) => {
      const form = find(formId);
      if (!form) return;
      if (event.target === form) dropDraft(form);
      else if (!waits.current) storeDraft(form, isRefused, true);
    };
    const onUnsent = ({ target }: Event) => {
      const form = find(formId);
      if (form && target === form) storeDraft(form, isRefused);
    };
    document.addEventListener("input", onInput);
    document.addEventListener("change", onInput);
    document.addEventListener("submit", onSubmit, true);
    document.addEventListener(UNSENT, onUnsent);
    return () => {
      document.removeEventListener("input", onInput);
      document.removeEventListener("change", onInput);
      document.removeEventListener("submit", onSubmit, true);
      document.removeEventListener(UNSENT, onUnsent);
    };
  }, [formId, isRefused]);
  const decide = (isWanted: boolean) => {
    const form = find(formId);
    if (!form || !offer) return;
    if (isWanted) {
      restoreDraft(form, offer);
      storeDraft(form, false);
    } else {
      dropDraft(form);
    }
    setRestored(isWanted);
    setOffer(null);
  };
  return (
    <div role="status">
      {isRestored && (
        <Notice kind="info" quiet>
          {isSheet ? text.sheetRestored() : text.draftRestored()}
        </Notice>
      )}
      {offer && (
        <Notice kind="info" quiet>
          <p>{isSheet ? text.sheetOffered() : text.draftOffered()}</p>
          <button type="button" className={controls.btn} onClick={() => decide(true)}>
            {text.draftRestore()}
          </button>{" "}
          <button type="button" className={controls.btn} onClick={() => decide(false)}>
            {text.draftDrop()}
          </button>
        </Notice>
      )}
    </div>
  );
}
