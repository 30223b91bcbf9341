import type { ExpressView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Icon } from "../ui/Icon";

type Props = {
  express: ExpressView;
  /** The way to pay that takes what the browser gives. */
  methodId: string;
  methodName: string;
};

/** Paying with what the browser keeps. Seen only where it offers that, which a script finds out (express.ts). */
export function ExpressPart({ express, methodId, methodName }: Props) {
  const { methodUrl, checkoutUrl, nonce, currency } = express;
  return (
    <section className="co__block" data-express="" hidden aria-label={checkoutText.express()}>
      <h2>{checkoutText.express()}</h2>
      <div className="express">
        <button
          type="button"
          data-method-url={methodUrl}
          data-checkout-url={checkoutUrl}
          data-nonce={nonce}
          data-currency={currency}
          data-method={methodId}
          data-method-name={methodName}
        >
          <Icon name="card" />
          {checkoutText.expressPay()}
        </button>
      </div>
      <p className="or">{checkoutText.expressOr()}</p>
    </section>
  );
}
