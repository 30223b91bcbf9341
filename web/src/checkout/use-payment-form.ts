import {
  type ChangeEvent,
  type RefObject,
  type SyntheticEvent,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
} from "react";
import * as paymentsText from "../generated/messages/payments";
import { type FieldError, PaymentFailed } from "../payments/field-errors";
import type { PaymentHandle } from "../payments/PaymentFields";
import { announce } from "../runtime/announce";
import { scrollAbove } from "../ui/scroll-above";

type Options = {
  form: RefObject<HTMLFormElement | null>;
  /** The server's errors, for a form that it has rendered again. */
  errors: Array<FieldError>;
  /** Announced while the form is busy. */
  busyText: string;
  /** The form has payment fields; without them it is submitted natively. */
  hasPayment: boolean;
  /** The errors of the fields outside the payment section. */
  check?: (form: FormData) => Array<FieldError>;
  /** Waits for a pending update of the summary. Its error: the shopper has not seen the new total. */
  settle?: () => Promise<FieldError | null>;
};

/** `sending`: everything is valid, and the form is submitted natively. */
type FormState = { status: "idle" | "sending"; errors: Array<FieldError>; attempt: number };
type Outcome = Omit<FormState, "attempt">;
type FormAction = { kind: "place" } | { kind: "refuse"; errors: Array<FieldError> } | { kind: "reset" };

/** Some errors are about a part of the page that has no field of that name. */
const placed = (errors: Array<FieldError>) =>
  errors.map(({ field, text }) => ({ text, field: field === "payment_method" ? "payment" : field }));

/** Sorts errors in document order. Errors without a field come last. */
function inOrder(errors: Array<FieldError>): Array<FieldError> {
  const find = ({ field }: FieldError) => field && document.getElementById(field);
  return [...errors].sort((one, other) => {
    const [a, b] = [find(one), find(other)];
    if (!a || !b) return Number(!a) - Number(!b);
    return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** The first error of each field. */
function byField(errors: Array<FieldError>, forgiven: Array<string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, text } of errors) if (field && !forgiven.includes(field)) found[field] ??= text;
  return found;
}

/**
 * Handles the submission of a payment form: validates all fields at once, exchanges a card for a token, and submits
 * the form once. The form is submitted natively: the server responds with the order's page, or with the form again.
 */
export function usePaymentForm({ form, errors, busyText, hasPayment, check, settle }: Options) {
  const button = useRef<HTMLButtonElement>(null);
  const payment = useRef<PaymentHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [first] = useState<FormState>({ status: "idle", errors: placed(errors), attempt: 0 });
  /** A ref, set synchronously: a second click may come before React renders. */
  const isPlacing = useRef(false);
  const isLeaving = useRef(false);
  /** In addition to the action's pending state, which is also set for a form that is refused immediately. */
  const [isWorking, setWorking] = useState(false);

  const place = async (): Promise<Outcome> => {
    const refuse = (found: Array<FieldError>): Outcome => {
      isPlacing.current = false;
      setWorking(false);
      return { status: "idle", errors: found };
    };
    try {
      const unsettled = (await settle?.()) ?? null;
      if (unsettled) return refuse([unsettled]);
      if (!form.current || !payment.current) return refuse([]);
      const found = [...(check?.(new FormData(form.current)) ?? []), ...payment.current.validate()];
      if (found.length > 0) return refuse(inOrder(found));
      setWorking(true);
      await payment.current.tokenize();
      return { status: "sending", errors: [] };
    } catch (error) {
      if (error instanceof PaymentFailed) return refuse(error.errors);
      console.error(error);
      return refuse([{ text: paymentsText.generalError(), field: null }]);
    }
  };

  const [state, dispatch] = useActionState(
    async ({ attempt: last }: FormState, action: FormAction): Promise<FormState> => {
      const attempt = last + 1;
      if (action.kind === "place") return { attempt, ...(await place()) };
      return { attempt, status: "idle", errors: action.kind === "refuse" ? action.errors : [] };
    },
    first,
  );
  const isBusy = isWorking || state.status === "sending";

  useEffect(() => {
    if (state.status === "sending") {
      isLeaving.current = true;
      form.current?.requestSubmit(button.current);
    } else if (state !== first && state.errors.length > 0) {
      alert.current?.focus({ preventScroll: true });
      if (form.current) scrollAbove(form.current);
    }
  }, [form, state, first]);

  useEffect(() => {
    if (!isBusy) return;
    announce(busyText);
  }, [isBusy, busyText]);

  useEffect(() => {
    // Restored from the back/forward cache: the form would still be busy.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isPlacing.current = false;
      isLeaving.current = false;
      setWorking(false);
      startTransition(() => dispatch({ kind: "reset" }));
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [dispatch]);

  const onSubmit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    if (!hasPayment) return;
    if (isLeaving.current) {
      isLeaving.current = false;
      return;
    }
    // Another submit button of the form, which does not pay.
    const { submitter } = event.nativeEvent;
    if (submitter && submitter !== button.current) return;
    event.preventDefault();
    if (isPlacing.current) return;
    isPlacing.current = true;
    startTransition(() => dispatch({ kind: "place" }));
  };

  /** The error of a field is removed when the field changes, until the next submission. */
  const [forgiven, setForgiven] = useState<{ of: FormState; ids: Array<string> }>({ of: first, ids: [] });
  const forgivenNow = forgiven.of === state ? forgiven.ids : [];
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const { id } = event.target as unknown as HTMLElement;
    if (state.errors.some(({ field }) => field === id) && !forgivenNow.includes(id))
      setForgiven({ of: state, ids: [...forgivenNow, id] });
  };

  return {
    form: { ref: form, onSubmit, onChange },
    button,
    payment,
    alert,
    isBusy,
    errors: state.errors,
    /** An alert is announced when it is inserted: each attempt gets a new element. */
    attempt: state.attempt,
    fieldErrors: byField(state.errors, forgivenNow),
    /** Shows an error from outside the form. */
    refuse: (found: Array<FieldError>) => startTransition(() => dispatch({ kind: "refuse", errors: found })),
    /** Enter would click the form's first button; here it clicks the pay button. */
    pressPay: () => form.current?.requestSubmit(button.current),
  };
}
