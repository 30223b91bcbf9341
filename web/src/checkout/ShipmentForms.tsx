import { AccountForm } from "../accounts/AccountForm";
import accountsStyles from "../accounts/accounts.module.css";
import type { ShipFormView, StaffShipmentView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { SelectField } from "../ui/SelectField";
import ordersStyles from "./orders.module.css";
import styles from "./ShipmentForms.module.css";

function ShipForm({ form }: { form: ShipFormView }) {
  const { action, hidden, carriers, today, firstDay, lines } = form;
  return (
    <section className={accountsStyles.accCard} aria-labelledby="ship">
      <h2 id="ship">{ordersText.staffShip()}</h2>
      <form className={forms.form} method="post" action={action} noValidate>
        <HiddenInputs pairs={hidden} />
        <div className={forms.fields}>
          <SelectField
            id="ship-carrier"
            name="carrier"
            label={ordersText.staffCarrier()}
            options={carriers.map((name) => ({ value: name, label: name }))}
            required
          />
          <Field id="ship-number" name="number" label={ordersText.staffNumber()} maxLength={80} ltr />
          <Field
            id="ship-day"
            name="shipped_on"
            type="date"
            label={ordersText.staffShippedOn()}
            defaultValue={today}
            min={firstDay}
            max={today}
            ltr
            required
          />
        </div>
        <details className={styles.part}>
          <summary>{ordersText.staffPart()}</summary>
          <p className={styles.hint}>{ordersText.staffPartHint()}</p>
          <div className={forms.fields}>
            {lines.map(({ position, name, open }) => (
              <div key={position}>
                <input type="hidden" name="line[]" value={position} />
                <Field
                  id={`ship-line-${position}`}
                  name="quantity[]"
                  label={ordersText.staffQuantity({ name })}
                  hint={ordersText.staffOpen({ open })}
                  defaultValue={open}
                  inputMode="decimal"
                  ltr
                  required
                />
              </div>
            ))}
          </div>
        </details>
        <button type="submit" className={controls.btn}>
          {ordersText.staffShipSubmit()}
        </button>
      </form>
    </section>
  );
}

function Shipment({ shipment }: { shipment: StaffShipmentView }) {
  const { id, carrier, number, url, shipped, delivered, contents, deliver, correct, remove } = shipment;
  return (
    <li className={styles.shipment}>
      <b>
        {carrier} {number && <bdi dir="ltr">{number}</bdi>}
      </b>
      {url && (
        <a className={controls.link} href={url} target="_blank" rel="noopener noreferrer">
          {ordersText.parcelTrack()}
          <span className="sr"> {ordersText.newWindow()}</span>
        </a>
      )}
      <span className={styles.hint}>{ordersText.parcelSent({ day: shipped })}</span>
      {delivered && <span className={styles.hint}>{ordersText.parcelArrived({ day: delivered })}</span>}
      <ul className={styles.hint}>
        {contents.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
      {deliver && (
        <form className={styles.deliver} method="post" action={deliver.action} noValidate>
          <HiddenInputs pairs={deliver.hidden} />
          <Field
            id={`delivered-${id}`}
            name="delivered_on"
            type="date"
            label={ordersText.staffDeliveredOn()}
            defaultValue={deliver.today}
            min={deliver.firstDay}
            max={deliver.today}
            ltr
            required
          />
          <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
            {ordersText.staffDeliver()}
          </button>
        </form>
      )}
      <details className={styles.part}>
        <summary>{ordersText.staffCorrect()}</summary>
        <AccountForm id={`correct-${id}`} form={correct} variant="second" />
        {remove && <AccountForm id={`remove-${id}`} form={remove} variant="second" />}
      </details>
    </li>
  );
}

type Props = { ship: ShipFormView | null; shipments: Array<StaffShipmentView> };

/** The parcels of an order, and the forms that enter a parcel and its arrival. */
export function ShipmentForms({ ship, shipments }: Props) {
  return (
    <>
      {shipments.length > 0 && (
        <section className={ordersStyles.orderPart}>
          <h2>{ordersText.staffShipments()}</h2>
          <ul className={styles.shipments}>
            {shipments.map((shipment) => (
              <Shipment key={shipment.id} shipment={shipment} />
            ))}
          </ul>
        </section>
      )}
      {ship && <ShipForm form={ship} />}
    </>
  );
}
