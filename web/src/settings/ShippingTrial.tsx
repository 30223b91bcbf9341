import * as text from "../generated/messages/settings";
import type { TrialLine, TrialResult, TrialView } from "../generated/settings";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";
import styles from "./SettingsPage.module.css";

function Lines({ lines }: { lines: Array<TrialLine> }) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ title, text: about, cost }, place) => (
        <li key={place} className={styles.method}>
          <div>
            <bdi>{title}</bdi>
            <small>{about}</small>
          </div>
          {cost && <b>{cost}</b>}
        </li>
      ))}
    </ul>
  );
}

function Result({ zone, offers, refused }: TrialResult) {
  return (
    <div role="status" className={styles.result}>
      <h3>{text.trialResult()}</h3>
      <p>{zone}</p>
      <h4>{text.trialOffers()}</h4>
      {offers.length === 0 ? <p>{text.trialNone()}</p> : <Lines lines={offers} />}
      {refused.length > 0 && (
        <>
          <h4>{text.trialRefused()}</h4>
          <Lines lines={refused} />
        </>
      )}
    </div>
  );
}

/** An address and a basket: what the checkout would offer. The form is a question, so it is in the address. */
export function ShippingTrial({ url, trial }: { url: string; trial: TrialView }) {
  const { countries, country, city, weight, amount, weightError, amountError, result } = trial;
  return (
    <section className={styles.card} id="trial" aria-labelledby="trial-title">
      <h2 id="trial-title">{text.trial()}</h2>
      <p className={styles.about}>{text.trialText()}</p>
      <form method="get" action={`${url}#trial`} className={styles.trial}>
        <SelectField
          id="country"
          name="country"
          label={text.trialCountry()}
          options={countries}
          defaultValue={country}
          required
        />
        <Field id="city" name="city" label={text.trialCity()} defaultValue={city} maxLength={80} />
        <Field
          id="weight"
          name="weight"
          label={text.trialWeight()}
          defaultValue={weight}
          error={weightError}
          inputMode="decimal"
          ltr
          required
        />
        <Field
          id="amount"
          name="amount"
          label={text.trialAmount()}
          defaultValue={amount}
          error={amountError}
          inputMode="decimal"
          ltr
          required
        />
        <button type="submit" className={controls.btn}>
          {text.trialSubmit()}
        </button>
      </form>
      {result && <Result {...result} />}
    </section>
  );
}
