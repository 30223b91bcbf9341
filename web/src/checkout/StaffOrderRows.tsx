import type { StaffOrderRow } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as paymentsText from "../generated/messages/payments";
import * as text from "../generated/messages/staff_orders";
import { Money } from "../pricing/Money";
import { OrderStatusBadge } from "./OrderStatusBadge";
import styles from "./StaffOrderRows.module.css";

type Props = {
  orders: Array<StaffOrderRow>;
  /** The form that the check boxes belong to. */
  form?: string | undefined;
};

function Row({ order, form }: { order: StaffOrderRow; form?: string | undefined }) {
  const { number, date, customer, city, state, alert, total, method, pieces, source, url } = order;
  const { assignee, tags, booked } = order;
  return (
    <tr>
      {form && (
        <td className={styles.pick}>
          <input
            type="checkbox"
            name="order[]"
            value={number}
            form={form}
            aria-label={text.choose({ number })}
          />
        </td>
      )}
      <td className={styles.key}>
        <a href={url} aria-label={checkoutText.viewNamed({ number })}>
          <bdi dir="ltr">#{number}</bdi>
        </a>
      </td>
      <td className={styles.wide}>{date}</td>
      <td className={styles.who}>
        <bdi>{customer}</bdi>
        <small>
          <bdi>{city}</bdi>
          <span className={styles.narrow}>{city ? ` · ${date}` : date}</span>
        </small>
      </td>
      <td className={styles.state}>
        <OrderStatusBadge state={state} />
        {alert && <span className={styles.alert}>{alert}</span>}
        {assignee && (
          <span className={styles.mark}>
            <bdi>{text.chipAssignee({ name: assignee })}</bdi>
          </span>
        )}
        {tags.map((tag) => (
          <span key={tag} className={styles.mark}>
            <bdi>{tag}</bdi>
          </span>
        ))}
      </td>
      <td className={styles.wide}>{method}</td>
      <td className={styles.wide}>{pieces}</td>
      <td className={styles.sum}>
        <Money text={total} />
        {booked && (
          <small>
            {text.columnBooked()} <Money text={booked} />
          </small>
        )}
      </td>
      <td className={styles.wide}>
        <bdi>{source}</bdi>
      </td>
    </tr>
  );
}

/** Orders as rows; on a phone each is a card. */
export function StaffOrderRows({ orders, form }: Props) {
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {form && (
            <th scope="col">
              <span className="sr">{text.bulk()}</span>
            </th>
          )}
          <th scope="col">{text.columnOrder()}</th>
          <th scope="col">{checkoutText.date()}</th>
          <th scope="col">{checkoutText.staffCustomer()}</th>
          <th scope="col">{checkoutText.state()}</th>
          <th scope="col">{paymentsText.title()}</th>
          <th scope="col">{text.columnPieces()}</th>
          <th scope="col">{checkoutText.total()}</th>
          <th scope="col">{text.columnSource()}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.number} order={order} form={form} />
        ))}
      </tbody>
    </table>
  );
}
