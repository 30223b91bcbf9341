import { type FormEvent, useEffect, useRef, useState } from "react";
import { addRequest, submitPlain } from "./add-request";
import { addToCart } from "./add-to-cart";
import { noticeTime } from "./side-cart";

export type AddStatus = "idle" | "loading" | "added" | "refused";

type State = { status: AddStatus; notice: string | null };

const IDLE: State = { status: "idle", notice: null };

/**
 * Adds the product of a form: `<form onSubmit={add}>`. `status` is for its button; `notice` is the refusal, for the
 * notification time (`<AddNotice>` shows it and scrolls to it). `reset` discards the outcome, also of a pending add,
 * when the shopper has chosen something else.
 */
export function useAddToCart() {
  const [state, setState] = useState(IDLE);
  const latest = useRef(0);
  const isLoading = useRef(false);

  const reset = () => {
    latest.current += 1;
    isLoading.current = false;
    setState(IDLE);
  };

  // Restored from the back/forward cache: nothing is pending any more.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isLoading.current) reset();
    };
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  });

  useEffect(() => {
    if (state.status !== "refused") return;
    const timer = setTimeout(() => setState(IDLE), noticeTime());
    return () => clearTimeout(timer);
  }, [state]);

  const add = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // In some browsers Enter in a field sets no submitter.
    const pressed =
      (event.nativeEvent as SubmitEvent).submitter ?? form.querySelector<HTMLElement>(".add_to_cart_button");
    const request = addRequest(form, pressed);
    if (!request) return;
    event.preventDefault();
    if (isLoading.current) return;
    isLoading.current = true;
    latest.current += 1;
    const mine = latest.current;
    setState({ status: "loading", notice: null });
    void addToCart(request, () => submitPlain(form, pressed)).then((outcome) => {
      if (latest.current !== mine) return;
      isLoading.current = false;
      if (outcome.kind === "refused") setState({ status: "refused", notice: outcome.notice });
      else setState(outcome.kind === "added" ? { status: "added", notice: null } : IDLE);
    });
  };

  return { ...state, add, reset };
}
