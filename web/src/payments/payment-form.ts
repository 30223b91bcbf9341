import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView, ProviderForm } from "../generated/payments";
import { Refused } from "./accept";
import { cardMethod } from "./card-method";
import { echeckMethod } from "./echeck-method";
import { type Fault, PaymentFailed, refusalFaults } from "./faults";
import { enliven, showBrand } from "./live-fields";
import { mark } from "./marks";
import { chosenValue, Part } from "./part";
import { scriptProblem, watchScript } from "./script-problem";
import { slide } from "./slide";

/**
 * A way to pay, whoever the provider is: it says what is wrong, and exchanges what was typed for something that may be
 * posted. One whose fields are the provider's own would fit as well.
 */
export type PaymentMethod = {
  validate(): Array<Fault>;
  /** Fills in the hidden fields of its form. */
  tokenize(): Promise<void>;
};

type PageData = Pick<PaymentFormView, "forms" | "save" | "accountId" | "publishableKey">;

/** The payment form of a page: whatever is chosen in it. */
export type Payment = PaymentMethod & {
  /** Nothing can be typed or chosen while it works. */
  block(on: boolean): void;
  /** Forgets numbers, and with `all` what was given for them: a token is good once. */
  clear(all?: boolean): void;
};

type Entry = { part: Part; method: PaymentMethod };

/** A saved method hides the fields of a new one. Where a code is wanted all the same, it stands beside the list. */
function followTokens(part: Part): void {
  const { root, form } = part;
  const fields = root.querySelector<HTMLElement>("[data-new-method]");
  const csc = root.querySelector<HTMLElement>("[data-csc]");
  const home = csc?.parentElement;
  const place = root.querySelector("[data-csc-place]");
  const follow = () => {
    const isSaved = part.isSavedChosen;
    if (fields) slide(fields, isSaved);
    if (!csc || !form.csc_required_for_tokens) return;
    if (isSaved) place?.append(csc);
    else home?.append(csc);
  };
  root.querySelector("[data-tokens]")?.addEventListener("change", follow);
  follow();
}

/** A guest's method is kept with the account that is asked for. */
function followAccount(form: HTMLFormElement): void {
  const wish = form.querySelector<HTMLInputElement>("[name=createaccount]");
  const boxes = form.querySelectorAll<HTMLElement>("[data-save=with-account]");
  const follow = () => {
    for (const box of boxes) {
      box.hidden = !wish?.checked;
      for (const field of box.querySelectorAll("input")) field.disabled = box.hidden;
    }
  };
  wish?.addEventListener("change", follow);
  follow();
}

/** Sets up the payment form inside of a form; null where there is none. */
export function setUpPayment(form: HTMLFormElement): Payment | null {
  const json = form.querySelector("script[data-payment-form]")?.textContent;
  const box = form.querySelector<HTMLElement>(".pay-box");
  if (!json || !box) return null;
  const data: PageData = JSON.parse(json);
  const entries = new Map<string, Entry>();
  for (const one of data.forms) {
    const root = box.querySelector<HTMLElement>(`[data-provider="${CSS.escape(one.id)}"]`);
    if (!root) continue;
    const part = new Part(root, one);
    const method = one.type === "echeck" ? echeckMethod(part, data) : cardMethod(part, data);
    enliven(part);
    // The browser may have filled it in before the script came.
    showBrand(part);
    followTokens(part);
    entries.set(one.id, { part, method });
  }
  followAccount(form);

  const chosen = (): Entry | undefined => entries.get(chosenValue(box, "payment_method"));
  const logged = (): ProviderForm | undefined => chosen()?.part.form ?? data.forms[0];
  const tellScript = scriptProblem(box, logged);
  watchScript(tellScript);
  box.classList.add("is-live");

  const payment: Payment = {
    validate() {
      const entry = chosen();
      for (const field of box.querySelectorAll<HTMLElement>("[data-pay-field]")) mark(field, null);
      if (!entry) return [{ text: paymentsText.methodMissing(), field: box }];
      const faults = entry.method.validate();
      if (!entry.part.isSavedChosen) showBrand(entry.part);
      return faults;
    },
    async tokenize() {
      const entry = chosen();
      if (!entry || entry.part.isSavedChosen) return;
      try {
        await entry.method.tokenize();
      } catch (error) {
        const isRefused = error instanceof Refused;
        if (!isRefused) tellScript();
        const codes = isRefused ? error.codes : [];
        throw new PaymentFailed(refusalFaults(codes, (field) => entry.part.field(field)));
      }
      payment.clear();
    },
    block(on) {
      const fields = box.querySelector<HTMLElement>(".pay");
      fields?.toggleAttribute("inert", on);
      fields?.classList.toggle("is-blocked", on);
    },
    clear(all = false) {
      for (const { part } of entries.values()) {
        part.clear();
        if (all) part.fill({});
      }
    },
  };
  // Nothing of a card is left in a page that may be come back to.
  addEventListener("pagehide", () => payment.clear());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) payment.clear(true);
  });
  return payment;
}
