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
  /** Of the server, for a form that it sent back. */
  errors: Array<FieldError>;
  /** Said while it works. */
  busyText: string;
  /** There are payment fields; without them the form goes its plain way. */
  hasPayment: boolean;
  /** What is wrong with the fields that are not the payment's. */
  check?: (form: FormData) => Array<FieldError>;
  /** Waits for a summary that is just changing. Its error: the shopper has not seen the new total. */
  settle?: () => Promise<FieldError | null>;
};

/** `sending`: everything is right, and the form goes out as a plain one. */
type FormState = { status: "idle" | "sending"; errors: Array<FieldError>; attempt: number };
type Outcome = Omit<FormState, "attempt">;
type FormAction = { kind: "place" } | { kind: "refuse"; errors: Array<FieldError> } | { kind: "reset" };

/** Some errors are about a part of the page that has no field of that name. */
const placed = (errors: Array<FieldError>) =>
  errors.map(({ field, text }) => ({ text, field: field === "payment_method" ? "payment" : field }));

/** In the order of the page. What is about no field comes last. */
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
 * Between the button and the shop: checks everything at once, exchanges a card for a token, and sends the form, once.
 * The form itself goes out as without script: the server answers with the order's page, or with the form again.
 */
export function usePaymentForm({ form, errors, busyText, hasPayment, check, settle }: Options) {
  const button = useRef<HTMLButtonElement>(null);
  const payment = useRef<PaymentHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [first] = useState<FormState>({ status: "idle", errors: placed(errors), attempt: 0 });
  /** Set before React knows: a second press may come in the same moment. */
  const isPlacing = useRef(false);
  const isLeaving = useRef(false);
  /** Beside the action's own pending state, which is set for a form that is refused at once, too. */
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
    // Come back to as it was left: still saying that it works.
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
    // Another button of the form asks for something else than paying.
    const { submitter } = event.nativeEvent;
    if (submitter && submitter !== button.current) return;
    event.preventDefault();
    if (isPlacing.current) return;
    isPlacing.current = true;
    startTransition(() => dispatch({ kind: "place" }));
  };

  /** What is said about a field is taken back as soon as it changes; until the next press. */
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
    /** An alert is spoken when it comes into the page: each attempt has a new one. */
    attempt: state.attempt,
    fieldErrors: byField(state.errors, forgivenNow),
    /** Shows an error that comes from elsewhere. */
    refuse: (found: Array<FieldError>) => startTransition(() => dispatch({ kind: "refuse", errors: found })),
    /** A form's first button is what Enter presses; here it is the one that pays. */
    pressPay: () => form.current?.requestSubmit(button.current),
  };
}
