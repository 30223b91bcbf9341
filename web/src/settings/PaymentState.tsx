import * as text from "../generated/messages/settings";
import type { PaymentStateView } from "../generated/settings";
import tableStyles from "../ui/DataTable.module.css";
import styles from "./SettingsPage.module.css";

/** The payment provider: is it configured, when was it last heard of, where do its books and ours differ. */
export function PaymentState({ level, state, facts, discrepancies, scripts }: PaymentStateView) {
  return (
    <>
      <section className={styles.card} aria-labelledby="state-title">
        <div className={styles.head}>
          <h2 id="state-title">{text.state()}</h2>
          <span className={`${styles.level} ${styles[level as "well" | "watch" | "bad"]}`}>{state}</span>
        </div>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.card} aria-labelledby="discrepancies-title">
        <h2 id="discrepancies-title">{text.discrepancies()}</h2>
        {discrepancies.length === 0 ? (
          <p>{text.discrepanciesNone()}</p>
        ) : (
          <table className={tableStyles.table}>
            <thead>
              <tr>
                <th scope="col">{text.foundAt()}</th>
                <th scope="col">{text.difference()}</th>
                <th scope="col">{text.ours()}</th>
                <th scope="col">{text.theirs()}</th>
              </tr>
            </thead>
            <tbody>
              {discrepancies.map((one) => (
                <tr key={one.reference}>
                  <td data-label={text.foundAt()}>{one.foundAt}</td>
                  <td data-label={text.difference()}>
                    <bdi dir="ltr">{one.reference}</bdi>
                  </td>
                  <td data-label={text.ours()}>
                    <bdi dir="ltr">{one.ours}</bdi>
                  </td>
                  <td data-label={text.theirs()}>
                    <bdi dir="ltr">{one.theirs}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section className={styles.card} aria-labelledby="scripts-title">
        <h2 id="scripts-title">{text.scripts()}</h2>
        <p>{text.scriptsText()}</p>
        {scripts.length === 0 ? (
          <p>{text.scriptsNone()}</p>
        ) : (
          <ul className={styles.lines}>
            {scripts.map((script) => (
              <li key={script.url}>
                <bdi dir="ltr">{script.url}</bdi>
                <small>
                  <bdi>{script.reason}</bdi> {script.text}
                </small>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
