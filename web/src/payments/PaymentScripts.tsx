import type { PaymentFormView } from "../generated/payments";
import { JsonScript } from "./JsonScript";

/** The page's data for payment scripts, and the provider's script. A sibling of the island. */
export function PaymentScripts({ payment }: { payment: PaymentFormView }) {
  const { forms, save, accountId, publishableKey, scriptUrl, page } = payment;
  return (
    <>
      <JsonScript data-payment-form="" value={{ forms, save, accountId, publishableKey }} />
      <JsonScript id="wcpay-config" value={page} />
      <script src={scriptUrl} defer data-provider-script="" />
    </>
  );
}
