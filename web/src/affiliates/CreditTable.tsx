import orders from "../checkout/orders.module.css";
import type { CreditView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { Money } from "../pricing/Money";
import blocks from "../ui/blocks.module.css";

/** Credits, newest first. Staff see the order of each. */
export function CreditTable({ credits }: { credits: Array<CreditView> }) {
  const hasOrders = credits.some(({ orderNumber }) => orderNumber);
  return (
    <table className={orders.table}>
      <thead>
        <tr>
          <th scope="col">{text.date()}</th>
          {hasOrders && <th scope="col">{text.order()}</th>}
          <th scope="col">{text.state()}</th>
          <th scope="col">{text.reversed()}</th>
          <th scope="col">{text.amount()}</th>
        </tr>
      </thead>
      <tbody>
        {credits.map(({ id, date, orderNumber, orderUrl, state, reversed, amount }) => (
          <tr key={id}>
            <td data-label={text.date()}>{date}</td>
            {hasOrders && (
              <td data-label={text.order()}>
                <a href={orderUrl ?? undefined}>
                  <bdi dir="ltr">{orderNumber}</bdi>
                </a>
              </td>
            )}
            <td data-label={text.state()}>
              <span className={blocks.badge}>{state}</span>
            </td>
            <td data-label={text.reversed()}>
              <span>{reversed ? <Money text={reversed} /> : "—"}</span>
            </td>
            <td data-label={text.amount()}>
              <span>
                <Money text={amount} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
