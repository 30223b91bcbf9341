import { AccountLayout } from "../accounts/AccountLayout";
import type { AddPaymentMethodPageView } from "../generated/checkout";
import { PaymentScripts } from "../payments/PaymentScripts";
import { Island } from "../renderer/Island";
import { AddPaymentMethodForm } from "./AddPaymentMethodForm.island";

export function AddPaymentMethodPage({ layout, ...form }: AddPaymentMethodPageView) {
  return (
    <AccountLayout layout={layout}>
      <Island of={AddPaymentMethodForm} id="add-method" on="load" props={form} />
      <PaymentScripts payment={form.payment} />
    </AccountLayout>
  );
}
