import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import * as paymentsText from "../generated/messages/payments";
import type { PaymentFormView } from "../generated/payments";
import blocks from "../ui/blocks.module.css";
import { Notice } from "../ui/Notice";
import { useHydrated } from "../ui/use-hydrated";
import { Refused } from "./authorize-net";
import { type FieldError, type PayError, PaymentFailed, refusalErrors } from "./field-errors";
import { fieldId } from "./names";
import styles from "./PaymentFields.module.css";
import { type PaymentMethodHandle, PaymentMethodSection } from "./PaymentMethodSection";
import { useScriptProblem } from "./use-script-problem";

/** The payment fields of a page: whatever is chosen in them. */
export type PaymentHandle = {
  validate(): Array<FieldError>;
  /** Rejects with `PaymentFailed`. */
  tokenize(): Promise<void>;
};

type Props = {
  payment: PaymentFormView;
  /** By the id of their field. */
  errors: Record<string, string>;
  /** Nothing can be typed or chosen while the order is being placed. */
  isBlocked: boolean;
  /** A guest has asked for an account, with which a method can be saved. */
  wantsAccount?: boolean;
  /** The page does not know whose bank account it is, so the fields ask. */
  asksHolder?: boolean;
  holderOf?: () => string;
  ref: Ref<PaymentHandle>;
};

/**
 * The ways to pay, inside a form. Numbers stay in the page: the provider's script takes them, and the token it gives for
 * them is posted. Without script a saved method can be chosen, or the order is paid later.
 */
export function PaymentFields(props: Props) {
  const { payment, errors, isBlocked, ref } = props;
  const { wantsAccount = false, asksHolder = false, holderOf = () => "" } = props;
  const { forms, canPayLater } = payment;
  const isLive = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const sections = useRef<Record<string, PaymentMethodHandle | null>>({});
  const chosenForm = () => {
    const radio = box.current?.querySelector<HTMLInputElement>("[name=payment_method]:checked");
    return forms.find(({ id }) => id === radio?.value);
  };
  const [hasScriptProblem, reportScriptProblem] = useScriptProblem(() => chosenForm() ?? forms[0]);

  const clear = (all = false) => {
    for (const section of Object.values(sections.current)) section?.clear(all);
  };

  useImperativeHandle(ref, () => ({
    validate() {
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

  // Nothing of a card is left in a page that may be come back to, and no token in one that was.
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
      {/* biome-ignore lint/a11y/useSemanticElements: Chromium at times draws nothing of the containers inside a fieldset */}
      <div
        className={isBlocked ? `${styles.pay} ${blocks.isBlocked}` : styles.pay}
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
      </div>
    </div>
  );
}
