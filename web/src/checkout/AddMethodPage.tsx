import { AccountLayout } from "../accounts/AccountLayout";
import type { AddMethodPageView } from "../generated/checkout";
import { PaymentScripts } from "../payments/PaymentScripts";
import { Island } from "../renderer/Island";
import { AddMethodForm } from "./AddMethodForm.island";

/** Saving a payment method without buying anything. */
export function AddMethodPage({ frame, ...form }: AddMethodPageView) {
  return (
    <AccountLayout frame={frame}>
      <Island of={AddMethodForm} id="add-method" on="load" props={form} />
      <PaymentScripts payment={form.payment} />
    </AccountLayout>
  );
}
