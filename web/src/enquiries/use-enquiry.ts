import { type FormEvent, useEffect, useRef, useState } from "react";
import type {
  EnquiryElementView,
  EnquiryFormView,
  EnquirySubmitAnswer,
  EnquiryValue,
} from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { isTooMany } from "../runtime/request";
import { useProof } from "../runtime/use-proof";
import { fetchToken, isFinal, submitForm } from "./calls";
import { firstDraft, resetDraft, withoutDigits } from "./draft";
import { answerErrors, browserErrors, type FormErrors, pageErrors } from "./form-errors";
import { bodyOf, hiddenPairs } from "./form-fields";
import { visibleElements } from "./rules/visibility";
import { useFiles } from "./use-files";

/** One submission at a time: first its files, then the form itself. */
export type Phase = "idle" | "uploading" | "submitting";

const NO_ERRORS: FormErrors = { form: null, elements: {} };

/** A form from the first keystroke to the answer. Everything on the screen is derived from this state. */
export function useEnquiry(form: EnquiryFormView) {
  const element = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => firstDraft(form));
  const [trap, setTrap] = useState("");
  const [errors, setErrors] = useState<FormErrors>(() => pageErrors(form));
  const [alert, setAlert] = useState({ text: errors.form, count: 0 });
  const [success, setSuccess] = useState(form.success);
  const [phase, setPhase] = useState<Phase>("idle");
  /** What the page moves to; counted, because the same may happen again. */
  const [moves, setMoves] = useState({ errors: Object.keys(errors.elements).length > 0 ? 1 : 0, success: 0 });
  const [pictures, setPictures] = useState(0);
  /** How often the fields were given other texts than those that were typed. */
  const [resets, setResets] = useState(0);
  /** Fields of the form that only script fills in. */
  const [tokens, setTokens] = useState({ uid: null as string | null, proof: "" });
  const files = useFiles(form);
  const { proof, renew } = useProof(form.captcha);
  /** Set at once: a second submit may arrive before the next render. */
  const isLocked = useRef(false);
  /** A form without `useAjax` is sent by the browser when its files are uploaded. */
  const isChecked = useRef(false);
  /** Requested when the form is first used: the server holds what is sent faster than people type. */
  const token = useRef<ReturnType<typeof fetchToken>>(undefined);
  const today = useRef(form.today);

  const prepare = async (): Promise<string | null> => {
    // Files that came with the page belong to the page's token.
    if (files.hasOld()) return null;
    token.current ??= fetchToken(form);
    const fetched = await token.current;
    // Without a token the next attempt fetches it again; the server decides about the page's own.
    if (!fetched) token.current = undefined;
    today.current = fetched?.today ?? today.current;
    return fetched?.uid ?? null;
  };
  const unlock = () => {
    isLocked.current = false;
    isChecked.current = false;
    setPhase("idle");
  };
  // The browser's back button may restore this page as it was when it was left.
  const restored = useRef(unlock);
  useEffect(() => {
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) restored.current();
    };
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);
  useEffect(() => {
    if (success === null || form.successMessageTimeout === 0) return;
    const timer = setTimeout(() => setSuccess(null), form.successMessageTimeout * 1000);
    return () => clearTimeout(timer);
  }, [success, form.successMessageTimeout]);

  const visible = visibleElements(form, draft);
  const shownElements = form.elements.filter(({ id }) => visible.has(id));
  /** A repeated alert is spoken again. */
  const warn = (text: string | null) => setAlert(({ count }) => ({ text, count: count + 1 }));
  const refreshPicture = () => {
    setPictures((count) => count + 1);
    setDraft((now) => withoutDigits(form, now));
  };
  const refuse = (found: FormErrors) => {
    setErrors(found);
    warn(found.form);
    if (Object.keys(found.elements).length > 0) setMoves((now) => ({ ...now, errors: now.errors + 1 }));
  };

  const succeed = ({ data, redirect }: Extract<EnquirySubmitAnswer, { type: "success" }>) => {
    setDraft((now) => resetDraft(form, now));
    if (form.resetFormValues !== "keep") setResets((count) => count + 1);
    files.clear();
    refreshPicture();
    // A token is for one form; the next one begins now.
    token.current = undefined;
    // The page is left: the form stays locked.
    if (redirect === "") return location.reload();
    if (typeof redirect === "string") return location.assign(redirect);
    void prepare();
    setSuccess(data);
    setMoves((now) => ({ ...now, success: now.success + 1 }));
    unlock();
  };

  const send = async (source: HTMLFormElement) => {
    // Without a proof the server decides.
    const solved = await proof();
    const uid = await prepare();
    if (!(await files.uploadAll(shownElements, hiddenPairs(form, uid)))) {
      renew();
      return unlock();
    }
    setPhase("submitting");
    if (!form.useAjax) {
      setTokens({ uid, proof: solved });
      isChecked.current = true;
      // After the tokens are part of the form.
      requestAnimationFrame(() => element.current?.requestSubmit());
      return;
    }
    const body = bodyOf(form, new FormData(source), visible, { uid, proof: solved });
    const answer = await submitForm(form.action, body).finally(renew);
    if (answer.type === "success") return succeed(answer);
    refuse(answerErrors(form, answer.data));
    refreshPicture();
    unlock();
  };

  const refuseToSend = () => warn(enquiriesText.previewNoSubmit());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isChecked.current) {
      // Once: the form stays locked until the page is left.
      isChecked.current = false;
      return;
    }
    event.preventDefault();
    if (isLocked.current) return;
    if (form.preview) return refuseToSend();
    const found = browserErrors(form, { ...draft, ...files.values() }, today.current);
    if (found) return refuse(found);
    isLocked.current = true;
    setPhase("uploading");
    setErrors(NO_ERRORS);
    setSuccess(null);
    warn(null);
    send(event.currentTarget).catch((error: unknown) => {
      if (isFinal(error)) {
        // It begins again with another token, to which its files must belong.
        token.current = undefined;
        files.sendAgain();
      }
      warn(isTooMany(error) ? enquiriesText.tooMany() : enquiriesText.errorSubmittingForm());
      unlock();
    });
  };

  const change = ({ id }: EnquiryElementView, value: EnquiryValue) => {
    setDraft((now) => ({ ...now, [id]: value }));
    clearError(id);
  };
  const clearError = (id: string) =>
    setErrors(({ form: whole, elements: { [id]: _, ...rest } }) => ({ form: whole, elements: rest }));

  return {
    ...{ element, draft, trap, setTrap, errors, alert, success, phase, moves, resets, files, visible },
    ...{ prepare, refreshPicture, refuseToSend, submit, change, clearError },
    /** Another address for another picture. */
    pictureUrl: (url: string) => (pictures === 0 ? url : `${url}?r=${pictures}`),
    hidden: hiddenPairs(form, tokens.uid),
    proof: tokens.proof,
  };
}
