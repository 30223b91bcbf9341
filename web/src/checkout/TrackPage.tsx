import { PageNotice } from "../accounts/PageNotice";
import type { TrackedOrderView, TrackPageView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import { HelpBox } from "./HelpBox";
import { OrderLines } from "./OrderLines";
import { OrderStatusBadge } from "./OrderStatusBadge";
import { OrderTimeline } from "./OrderTimeline";
import styles from "./TrackPage.module.css";

function TrackedOrder({ order, view }: { order: TrackedOrderView; view: TrackPageView }) {
  return (
    <>
      <div className={styles.head}>
        <h1>{order.title}</h1>
        <p>
          {ordersText.about({ number: order.number, date: order.date })}{" "}
          <OrderStatusBadge state={order.state} />
        </p>
        {order.arrival && <p>{order.arrival}</p>}
      </div>
      <div className={styles.grid}>
        <div className={styles.column}>
          {order.timeline.length > 0 && <OrderTimeline steps={order.timeline} />}
          {order.place && (
            <p className={styles.place}>
              <Icon name="pin" />
              {ordersText.trackTo({ place: order.place })}
            </p>
          )}
        </div>
        <div className={styles.column}>
          <section>
            <h2>{ordersText.goods()}</h2>
            <OrderLines lines={order.lines} />
          </section>
          <HelpBox title={ordersText.help()} contactUrl={view.contactUrl} />
          <a className={controls.link} href={view.action}>
            {ordersText.trackOther()}
          </a>
        </div>
      </div>
    </>
  );
}

/** How far an order is, by its number and the buyer's email address. A plain form. */
export function TrackPage(view: TrackPageView) {
  const { crumbs, action, number, email, numberError, emailError, notice, order, accountUrl, contactUrl } =
    view;
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      {order ? (
        <TrackedOrder order={order} view={view} />
      ) : (
        <>
          <div className={styles.head}>
            <h1>{ordersText.track()}</h1>
            <p>{ordersText.trackLead()}</p>
          </div>
          <div className={styles.grid}>
            <form className={`${forms.form} ${styles.form}`} method="post" action={action} noValidate>
              <PageNotice notice={notice} />
              <div className={forms.fields}>
                <Field
                  id="track-number"
                  name="number"
                  label={ordersText.trackNumber()}
                  hint={ordersText.trackNumberHint()}
                  error={numberError ?? undefined}
                  defaultValue={number}
                  inputMode="numeric"
                  maxLength={20}
                  ltr
                  required
                />
                <Field
                  id="track-email"
                  name="email"
                  type="email"
                  label={ordersText.trackEmail()}
                  error={emailError ?? undefined}
                  defaultValue={email}
                  autoComplete="email"
                  maxLength={254}
                  ltr
                  required
                />
              </div>
              <button
                type="submit"
                className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
              >
                {ordersText.trackSubmit()}
              </button>
            </form>
            <div className={styles.column}>
              <HelpBox title={ordersText.trackLost()} contactUrl={contactUrl} />
              <p>
                <a className={controls.link} href={accountUrl}>
                  {ordersText.trackAccount()}
                </a>
              </p>
            </div>
          </div>
        </>
      )}
    </div>
  );
}
