import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { type Fault, PaymentFailed } from "../payments/faults";
import type { Payment } from "../payments/payment-form";
import { announce } from "../runtime/announce";
import { forgiveChanges } from "./billing";
import { clearFaults, showFaults } from "./fault-list";

type Watched = {
  form: HTMLFormElement;
  /** Null: the page has no payment form, and everything goes its plain way. */
  payment: Payment | null;
  checks: () => Array<Fault>;
  /** Of the checkout: what is being bought may just be changing. */
  order?: { settle(): Promise<boolean> };
};

/** As the shopper goes through the page. What is about no field is said last. */
function inOrder(faults: Array<Fault>): Array<Fault> {
  return [...faults].sort(({ field: a }, { field: b }) => {
    if (!a || !b) return Number(!a) - Number(!b);
    return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** A form takes no new submission while its last one is being told to listeners; by the next task it does. */
const nextTask = () => new Promise<void>((done) => setTimeout(done));

/** Says that it works, and back. */
function showBusy(button: HTMLButtonElement, rest: Array<ChildNode>, on: boolean): void {
  const text = button.dataset.busy ?? "";
  button.classList.toggle("loading", on);
  if (on) button.setAttribute("aria-busy", "true");
  else button.removeAttribute("aria-busy");
  if (on) button.replaceChildren(text);
  else button.replaceChildren(...rest);
  if (on) announce(text);
}

/**
 * Between the button and the shop: checks everything at once, exchanges a card for a token, and sends the form, once.
 * While that goes on nothing is checked again and nothing sent twice.
 */
export function watchSubmit({ form, payment, checks, order }: Watched): void {
  const button = form.querySelector<HTMLButtonElement>("[data-place-order]");
  if (!payment || !button) return;
  const rest = [...button.childNodes];
  let isBusy = false;
  let isPaid = false;
  forgiveChanges(form);

  const setBusy = (on: boolean) => {
    isBusy = on;
    payment.block(on);
    showBusy(button, rest, on);
  };

  const refuse = (faults: Array<Fault>) => {
    setBusy(false);
    showFaults(form, faults);
  };

  const place = async () => {
    isBusy = true;
    if (order && !(await order.settle())) {
      refuse([{ text: checkoutText.totalChanged(), field: null }]);
      return;
    }
    const faults = inOrder([...checks(), ...payment.validate()]);
    if (faults.length > 0) {
      refuse(faults);
      return;
    }
    clearFaults(form);
    setBusy(true);
    try {
      await payment.tokenize();
    } catch (error) {
      if (!(error instanceof PaymentFailed)) console.error(error);
      refuse(
        error instanceof PaymentFailed ? error.faults : [{ text: paymentsText.generalError(), field: null }],
      );
      return;
    }
    await nextTask();
    isPaid = true;
    form.requestSubmit(button);
  };

  form.addEventListener("submit", (event) => {
    if (isPaid) {
      // On its way. Whatever is pressed now comes too late.
      isPaid = false;
      return;
    }
    // Another button of the form asks for something else than paying.
    if (event.submitter && event.submitter !== button) return;
    event.preventDefault();
    if (!isBusy) void place();
  });

  // A form's first button is what Enter presses, and here that is not the one that pays.
  document.addEventListener("keydown", (event) => {
    const field = event.target as HTMLInputElement;
    const isPlain = event.key === "Enter" && !event.isComposing && field.form === form;
    if (!isPlain || !(field instanceof HTMLInputElement) || event.defaultPrevented) return;
    event.preventDefault();
    form.requestSubmit(button);
  });

  // Come back to as it was left: still saying that it works.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) setBusy(false);
  });
}
