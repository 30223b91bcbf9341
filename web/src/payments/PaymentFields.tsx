import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import * as paymentsText from "../generated/messages/payments";
import type { BankAccountView, OfflineOfferView, PaymentFormView } from "../generated/payments";
import blocked from "../ui/Blocked.module.css";
import { Notice } from "../ui/Notice";
import { useHydrated } from "../ui/use-hydrated";
import { Refused } from "./authorize-net";
import { type FieldError, type PayError, PaymentFailed, refusalErrors } from "./field-errors";
import { fieldId } from "./names";
import { OfflineSection } from "./OfflineSection";
import styles from "./PaymentFields.module.css";
import { type PaymentMethodHandle, PaymentMethodSection } from "./PaymentMethodSection";
import { useScriptError } from "./use-script-error";

/** The payment fields of a page, for any chosen method. */
export type PaymentHandle = {
  validate(): Array<FieldError>;
  /** Rejects with `PaymentFailed`. */
  tokenize(): Promise<void>;
};

type Props = {
  payment: PaymentFormView;
  /** Errors by field id. */
  errors: Record<string, string>;
  /** Inert while the order is being placed. */
  isBlocked: boolean;
  /** A guest has chosen to create an account, in which a method can be saved. */
  wantsAccount?: boolean;
  /** The page does not know the holder of the bank account, so the fields ask for it. */
  asksHolder?: boolean;
  holderOf?: () => string;
  /** Methods without a provider. */
  offline?: Array<OfflineOfferView>;
  /** The button beside a bank account's number. */
  copy?: (account: BankAccountView) => ReactNode;
  ref: Ref<PaymentHandle>;
};

/**
 * The payment methods inside a form. Numbers stay in the page: the provider's script exchanges them for a token,
 * which is posted. Without script a saved method can be chosen, or the order is paid later.
 */
export function PaymentFields(props: Props) {
  const { payment, errors, isBlocked, ref } = props;
  const { wantsAccount = false, asksHolder = false, holderOf = () => "" } = props;
  const { offline = [], copy = () => null } = props;
  const { forms, canPayLater } = payment;
  const isLive = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const sections = useRef<Record<string, PaymentMethodHandle | null>>({});
  /** The chosen method; one that has become impossible meanwhile is none. */
  const chosen = () => {
    const radio = box.current?.querySelector<HTMLInputElement>("[name=payment_method]:checked");
    return radio?.disabled ? undefined : radio?.value;
  };
  const chosenForm = () => forms.find(({ id }) => id === chosen());
  const [hasScriptProblem, reportScriptProblem] = useScriptError(() => chosenForm() ?? forms[0]);

  const clear = (all = false) => {
    for (const section of Object.values(sections.current)) section?.clear(all);
  };

  useImperativeHandle(ref, () => ({
    validate() {
      if (offline.some(({ id }) => id === chosen())) return [];
      const form = chosenForm();
      if (!form) return [{ text: paymentsText.methodMissing(), field: "payment" }];
      const found = sections.current[form.id]?.validate() ?? [];
      return found.map(({ text, field }) => ({ text, field: field && fieldId(form, field) }));
    },
    async tokenize() {
      const form = chosenForm();
      const section = form && sections.current[form.id];
      if (!section) return;
      try {
        await section.tokenize();
      } catch (error) {
        const isRefused = error instanceof Refused;
        if (!isRefused) reportScriptProblem();
        const found: Array<PayError> = refusalErrors(isRefused ? error.codes : []);
        throw new PaymentFailed(
          found.map(({ text, field }) => ({ text, field: field && fieldId(form, field) })),
        );
      }
      clear();
    },
  }));

  // Clears card data before the page enters the back/forward cache, and the token after it is restored.
  useEffect(() => {
    const onHide = () => clear();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) clear(true);
    };
    addEventListener("pagehide", onHide);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("pagehide", onHide);
      removeEventListener("pageshow", onShow);
    };
  });

  return (
    <div
      className={isLive ? `${styles.payBox} ${styles.isLive}` : styles.payBox}
      id="payment"
      tabIndex={-1}
      ref={box}
    >
      <noscript>
        <Notice kind="warning" quiet>
          {(canPayLater ? paymentsText.noScript : paymentsText.noScriptPay)()}
        </Notice>
        {canPayLater && <input type="hidden" name="pay_later" value="1" />}
      </noscript>
      <div data-script-problem="">
        {hasScriptProblem && <Notice kind="error">{paymentsText.generalError()}</Notice>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: Chromium sometimes does not render containers inside a fieldset */}
      <div
        className={isBlocked ? `${styles.pay} ${blocked.isBlocked}` : styles.pay}
        role="group"
        aria-label={paymentsText.title()}
        inert={isBlocked}
        data-live={isLive ? "" : undefined}
      >
        {forms.map((form) => (
          <PaymentMethodSection
            key={form.id}
            ref={(section) => {
              sections.current[form.id] = section;
            }}
            {...{ form, payment, errors, isLive, wantsAccount, asksHolder, holderOf }}
          />
        ))}
        {offline.map((offer) => (
          <OfflineSection key={offer.id} offer={offer} isChosen={payment.chosen === offer.id} copy={copy} />
        ))}
      </div>
    </div>
  );
}
