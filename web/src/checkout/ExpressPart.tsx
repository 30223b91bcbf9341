import type { ExpressView } from "../generated/checkout";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "./texts";

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
    <section className="co__block" data-express="" hidden aria-label={t("checkout.express")}>
      <h2>{t("checkout.express")}</h2>
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
          {t("checkout.express-pay")}
        </button>
      </div>
      <p className="or">{t("checkout.express-or")}</p>
    </section>
  );
}
