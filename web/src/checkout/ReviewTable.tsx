import type { OrderLineView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import tableStyles from "../ui/DataTable.module.css";
import checkoutStyles from "./checkout.module.css";

/** The lines of an order as a table; on small screens each row is a card whose cells have labels. */
export function ReviewTable({ lines }: { lines: Array<OrderLineView> }) {
  const [product, quantity, sum] = [checkoutText.product(), checkoutText.quantity(), checkoutText.sum()];
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{product}</th>
          <th scope="col">{quantity}</th>
          <th scope="col">{sum}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td data-label={product}>
              <span>
                {line.name}
                {[line.detail, ...line.parts].map(
                  (note, at) =>
                    note && (
                      <span key={at} className={checkoutStyles.orderLinesNote}>
                        {note}
                      </span>
                    ),
                )}
              </span>
            </td>
            <td data-label={quantity}>
              <bdi>{line.quantity}</bdi>
            </td>
            <td data-label={sum}>
              <span>
                <Money text={line.total} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
