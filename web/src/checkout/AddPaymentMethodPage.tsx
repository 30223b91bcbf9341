import { AccountLayout } from "../accounts/AccountLayout";
import type { AddPaymentMethodPageView } from "../generated/checkout";
import { PaymentScripts } from "../payments/PaymentScripts";
import { Island } from "../renderer/Island";
import { AddPaymentMethodForm } from "./AddPaymentMethodForm.island";

/** Saving a payment method without buying anything. */
export function AddPaymentMethodPage({ frame, ...form }: AddPaymentMethodPageView) {
  return (
    <AccountLayout frame={frame}>
      <Island of={AddPaymentMethodForm} id="add-method" on="load" props={form} />
      <PaymentScripts payment={form.payment} />
    </AccountLayout>
  );
}
