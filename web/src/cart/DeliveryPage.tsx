import type { DeliveryPageView } from "../generated/cart";
import * as deliveryText from "../generated/messages/delivery";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { Notice } from "../ui/Notice";
import { DeliveryFields } from "./DeliveryFields";
import styles from "./DeliveryPage.module.css";

/** When an order arrives at a place. A plain form: the product page shows the same without leaving. */
export function DeliveryPage({ answer, crumbs }: DeliveryPageView) {
  const { place, methods } = answer;
  const dates = (
    <dl className={styles.dates}>
      {methods.map(({ title, arrival }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{arrival ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs crumbs={crumbs} />
      <h1>{deliveryText.title()}</h1>
      <p>{deliveryText.lead()}</p>
      <form method="get" action="/ar/delivery/" className={styles.form}>
        <DeliveryFields answer={answer} />
      </form>
      {place.isUnserved ? (
        <>
          <Notice kind="error">{deliveryText.notServed()}</Notice>
          {methods.length > 0 && dates}
        </>
      ) : (
        <section aria-labelledby="delivery-dates">
          <h2 id="delivery-dates">
            {deliveryText.byMethod()} <bdi>{deliveryText.to({ place: place.place })}</bdi>
          </h2>
          {dates}
        </section>
      )}
    </div>
  );
}
