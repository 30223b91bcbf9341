import { type FormEvent, useEffect, useRef, useState } from "react";
import { addRequest, submitPlain } from "./add-request";
import { addToCart } from "./add-to-cart";
import { noticeTime } from "./side-cart";

export type AddStatus = "idle" | "loading" | "added" | "refused";

type State = { status: AddStatus; notice: string | null };

const IDLE: State = { status: "idle", notice: null };

/**
 * Adds what a form sells: `<form onSubmit={add}>`. `status` is for its button; `notice` says why it was refused, for the
 * notification time (`<AddNotice>` shows it and brings it into view). `reset` forgets the outcome, also of an add that is
 * still under way: for when the shopper has chosen something else meanwhile.
 */
export function useAddToCart() {
  const [state, setState] = useState(IDLE);
  const turn = useRef(0);
  const isLoading = useRef(false);

  const reset = () => {
    turn.current += 1;
    isLoading.current = false;
    setState(IDLE);
  };

  // Brought back as it was left: nothing is under way any more.
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
    // Enter in a field presses no button in some browsers.
    const pressed =
      (event.nativeEvent as SubmitEvent).submitter ?? form.querySelector<HTMLElement>(".add_to_cart_button");
    const request = addRequest(form, pressed);
    if (!request) return;
    event.preventDefault();
    if (isLoading.current) return;
    isLoading.current = true;
    turn.current += 1;
    const mine = turn.current;
    setState({ status: "loading", notice: null });
    void addToCart(request, () => submitPlain(form, pressed)).then((outcome) => {
      if (turn.current !== mine) return;
      isLoading.current = false;
      if (outcome.kind === "refused") setState({ status: "refused", notice: outcome.notice });
      else setState(outcome.kind === "added" ? { status: "added", notice: null } : IDLE);
    });
  };

  return { ...state, add, reset };
}
