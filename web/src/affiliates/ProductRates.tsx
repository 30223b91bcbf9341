import { AccountForm } from "../accounts/AccountForm";
import accounts from "../accounts/accounts.module.css";
import type { FormView } from "../generated/accounts";
import type { ProductRateView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import styles from "./ProductRates.module.css";

/** Rates of products, which have precedence over those of affiliates. */
export function ProductRates({ rates, form }: { rates: Array<ProductRateView>; form: FormView }) {
  return (
    <section className={accounts.accCard} aria-labelledby="rates">
      <h2 id="rates">{text.productRates()}</h2>
      <p className={styles.hint}>{text.productRatesHint()}</p>
      {rates.length === 0 ? (
        <p>{text.noneProductRates()}</p>
      ) : (
        <ul className={styles.rates}>
          {rates.map(({ id, name, rate, remove }) => (
            <li key={id}>
              <span>
                {name}: <bdi dir="ltr">{rate}</bdi>
              </span>
              <AccountForm id={`rate-${id}`} form={remove} variant="second" />
            </li>
          ))}
        </ul>
      )}
      <AccountForm id="rate-form" form={form} variant="main" />
    </section>
  );
}
