import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";
import { useOrderStatus } from "./use-order-status";

type Props = { number: string; orderKey: string; hint: string; ownUrl: string };

/** While a payment is being confirmed: asks for the order's status, and loads the page anew when there is another. */
export function PaymentConfirmation({ number, orderKey, hint, ownUrl }: Props) {
  useOrderStatus(number, orderKey, (kind) => {
    if (kind === "confirming") return false;
    location.reload();
    return true;
  });
  return (
    <>
      <p className="ticket__hint" role="status">
        {hint}
      </p>
      <a className="btn btn--sm ticket__again" href={ownUrl}>
        <Icon name="refresh" />
        {checkoutText.confirmingRefresh()}
      </a>
    </>
  );
}
