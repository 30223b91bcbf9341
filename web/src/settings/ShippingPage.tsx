import * as text from "../generated/messages/settings";
import type { MethodLine, ShippingPageView, ZoneBlock } from "../generated/settings";
import { ProductNotice } from "../staff_products/ProductNotice";
import controls from "../ui/controls.module.css";
import { ActButton } from "./ActButton";
import { Parts } from "./Parts";
import styles from "./SettingsPage.module.css";
import { ShippingTrial } from "./ShippingTrial";

function Method({ title, kind, cost, url, editLabel, moves }: MethodLine) {
  return (
    <li className={styles.method}>
      <div>
        <bdi>{title}</bdi>
        <small>{kind}</small>
      </div>
      <b>{cost}</b>
      <div className={styles.acts}>
        {moves.map((move) => (
          <ActButton key={move.label} {...move} />
        ))}
        <a className={controls.btn} href={url} aria-label={editLabel}>
          {text.edit()}
        </a>
      </div>
    </li>
  );
}

function Zone({ name, text: about, url, editLabel, newMethod, methods }: ZoneBlock) {
  return (
    <section className={styles.zone} aria-label={name}>
      <div className={styles.head}>
        <div>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <p className={styles.about}>{about}</p>
        </div>
        <div className={styles.acts}>
          <a className={controls.btn} href={newMethod.url} aria-label={newMethod.label}>
            {text.newMethod()}
          </a>
          <a className={controls.btn} href={url} aria-label={editLabel}>
            {text.edit()}
          </a>
        </div>
      </div>
      {methods.length === 0 ? (
        <p>{text.methodsNone()}</p>
      ) : (
        <ol className={styles.lines}>
          {methods.map((method) => (
            <Method key={method.url} {...method} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Zones with their methods in the order of the checkout, and the trial. */
export function ShippingPage({ url, parts, notice, newZoneUrl, zones, removed, trial }: ShippingPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{text.partShipping()}</h1>
      <div className={styles.columns}>
        <Parts parts={parts} />
        <div className={styles.pile}>
          {notice && <ProductNotice notice={notice} />}
          <section className={styles.card} aria-labelledby="zones-title">
            <div className={styles.head}>
              <h2 id="zones-title">{text.zones()}</h2>
              <a className={controls.btn} href={newZoneUrl}>
                {text.newZone()}
              </a>
            </div>
            {zones.length === 0 && <p>{text.zonesNone()}</p>}
            {zones.map((zone) => (
              <Zone key={zone.url} {...zone} />
            ))}
            {removed.length > 0 && (
              <details>
                <summary>{text.removedList()}</summary>
                <ul className={styles.lines}>
                  {removed.map((one) => (
                    <li key={one.url}>
                      <a className={controls.link} href={one.url}>
                        <bdi>{one.label}</bdi>
                      </a>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </section>
          <ShippingTrial url={url} trial={trial} />
        </div>
      </div>
    </div>
  );
}
