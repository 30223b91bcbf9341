import * as text from "../generated/messages/settings";
import type { SettingsPageView } from "../generated/settings";
import { Island } from "../renderer/Island";
import { ProductHistory } from "../staff_products/ProductHistory";
import { ProductNotice } from "../staff_products/ProductNotice";
import controls from "../ui/controls.module.css";
import { ActButton } from "./ActButton";
import { Parts } from "./Parts";
import { PaymentState } from "./PaymentState";
import { SettingsForm } from "./SettingsForm.island";
import styles from "./SettingsPage.module.css";

/** A part of the settings, a shipping zone or a shipping method: one form with its history. */
export function SettingsPage(page: SettingsPageView) {
  const { title, parts, back, notice, errors, form, remove, payments, isNew, history } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      {back && (
        <a className={controls.link} href={back.url}>
          {back.label}
        </a>
      )}
      <div className={styles.head}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {remove && <ActButton {...remove} />}
      </div>
      <div className={styles.columns}>
        <Parts parts={parts} />
        <div className={styles.pile}>
          {notice && <ProductNotice notice={notice} />}
          {errors.length > 0 && (
            <ul className={styles.errors}>
              {errors.map((error) => (
                <li key={`${error.field} ${error.text}`}>
                  <a href={`#${error.field}`}>
                    {error.label}: {error.text}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {form && <Island of={SettingsForm} id="settings" on="interaction" props={form} />}
          {payments && <PaymentState {...payments} />}
          {!isNew && (
            <section className={styles.card} aria-labelledby="history-title">
              <h2 id="history-title">{text.history()}</h2>
              <ProductHistory history={history} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
