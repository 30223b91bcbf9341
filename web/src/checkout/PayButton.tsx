import type { ReactNode } from "react";
import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import { Icon } from "../ui/Icon";

type Props = { name?: string; children: ReactNode };

/** The one main button of a page that pays, and what is said below it. */
export function PayButton({ name, children }: Props) {
  return (
    <div className="co__pay">
      <button
        type="submit"
        name={name}
        value={name && "1"}
        className="btn btn--primary btn--lg btn--block"
        data-place-order=""
        data-busy={checkoutText.processing()}
      >
        {children}
      </button>
      <p className="co__safe">
        <Icon name="lock" size="s" />
        {paymentsText.safe()}
      </p>
    </div>
  );
}
