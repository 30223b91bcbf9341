import accountsStyles from "../accounts/accounts.module.css";
import type { DeliveryView, EventsPageView } from "../generated/events";
import * as accountsText from "../generated/messages/accounts";
import * as eventsText from "../generated/messages/events";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import styles from "./EventsPage.module.css";

type Forms = { action: string; nonce: string };

function Endpoints({ endpoints, canChange, action, nonce }: EventsPageView) {
  if (endpoints.length === 0) return <p>{eventsText.endpointsNone()}</p>;
  return (
    <ul className={styles.list}>
      {endpoints.map(({ id, url, kinds, state, secret, isEnabled }) => (
        <li key={id} className={accountsStyles.accCard}>
          <h3>
            <bdi dir="ltr">{url}</bdi>
          </h3>
          <p>{state}</p>
          <p>{kinds}</p>
          {secret && (
            <details>
              <summary>{eventsText.secret()}</summary>
              <code className={styles.secret} dir="ltr">
                {secret}
              </code>
              <p>{eventsText.secretHint()}</p>
            </details>
          )}
          {canChange && (
            <form className={styles.buttons} method="post" action={action}>
              <HiddenInputs
                pairs={[
                  ["nonce", nonce],
                  ["endpoint", id],
                ]}
              />
              <button type="submit" className={controls.btn} name="do" value={isEnabled ? "pause" : "resume"}>
                {isEnabled ? eventsText.pause() : eventsText.resume()}
              </button>
              <button type="submit" className={controls.btn} name="do" value="rotate">
                {eventsText.rotate()}
              </button>
              <button type="submit" className={controls.btn} name="do" value="remove">
                {eventsText.remove()}
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}

function AddEndpoint({ action, nonce, url, kinds, error }: EventsPageView) {
  return (
    <form className={styles.add} method="post" action={action} noValidate>
      <HiddenInputs pairs={[["nonce", nonce]]} />
      <Field
        id="event-url"
        name="url"
        type="url"
        label={eventsText.url()}
        hint={eventsText.urlHint()}
        error={error}
        defaultValue={url}
        required
        ltr
      />
      <fieldset className={styles.kinds}>
        <legend>{eventsText.kinds()}</legend>
        {kinds.map(({ name, label, isChosen }) => (
          <CheckField
            key={name}
            id={`kind-${name}`}
            name={`kind_${name}`}
            value="1"
            label={label}
            defaultChecked={isChosen}
          />
        ))}
      </fieldset>
      <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`} name="do" value="add">
        {eventsText.add()}
      </button>
    </form>
  );
}

function Deliveries({ deliveries, action, nonce }: Forms & { deliveries: Array<DeliveryView> }) {
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{eventsText.event()}</th>
          <th scope="col">{eventsText.date()}</th>
          <th scope="col">{eventsText.url()}</th>
          <th scope="col">{eventsText.state()}</th>
          <th scope="col">{eventsText.attempts()}</th>
          <th scope="col">{eventsText.answer()}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((row) => (
          <tr key={row.eventId + row.endpointId}>
            <td data-label={eventsText.event()}>
              <span>
                {row.kind}
                <br />
                <code className={styles.id} dir="ltr">
                  {row.eventId}
                </code>
              </span>
            </td>
            <td data-label={eventsText.date()}>{row.date}</td>
            <td data-label={eventsText.url()}>
              <bdi dir="ltr">{row.url}</bdi>
            </td>
            <td data-label={eventsText.state()}>
              <span>
                {row.state}
                {row.next && <span className={styles.next}>{row.next}</span>}
              </span>
            </td>
            <td data-label={eventsText.attempts()}>{row.attempts}</td>
            <td data-label={eventsText.answer()}>
              <span>
                <bdi>{row.answer}</bdi>
                {row.canReplay && (
                  <form method="post" action={action}>
                    <HiddenInputs
                      pairs={[
                        ["nonce", nonce],
                        ["event", row.eventId],
                        ["endpoint", row.endpointId],
                      ]}
                    />
                    <button type="submit" className={controls.link} name="do" value="replay">
                      {eventsText.replay()}
                    </button>
                  </form>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The staff page of the event stream: endpoints, and deliveries that can be sent again. */
export function EventsPage(page: EventsPageView) {
  const { action, nonce, canChange, notice, states, deliveries, olderUrl, homeUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={homeUrl}>
        {accountsText.staff()}
      </a>
      <h1>{eventsText.title()}</h1>
      <p>{eventsText.intro()}</p>
      {notice && (
        <Notice kind="ok" focused>
          {notice}
        </Notice>
      )}
      <section className={styles.part}>
        <h2>{eventsText.endpoints()}</h2>
        <Endpoints {...page} />
        {canChange ? <AddEndpoint {...page} /> : <p>{eventsText.adminOnly()}</p>}
      </section>
      <section className={styles.part}>
        <h2>{eventsText.deliveries()}</h2>
        <form className={styles.buttons} method="get" action={action}>
          <label className="sr" htmlFor="delivery-state">
            {eventsText.filter()}
          </label>
          <span className={forms.select}>
            <select
              id="delivery-state"
              name="state"
              defaultValue={states.find(({ isChosen }) => isChosen)?.value}
            >
              {states.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </span>
          <button type="submit" className={controls.btn}>
            {eventsText.show()}
          </button>
        </form>
        {deliveries.length === 0 ? (
          <p>{eventsText.deliveriesNone()}</p>
        ) : (
          <Deliveries deliveries={deliveries} action={action} nonce={nonce} />
        )}
        {olderUrl && (
          <a className={controls.btn} href={olderUrl}>
            {eventsText.older()}
          </a>
        )}
      </section>
    </div>
  );
}
