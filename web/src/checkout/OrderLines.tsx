import catalogStyles from "../catalog/catalog.module.css";
import { Picture } from "../catalog/Picture";
import type { OrderLineView, SummaryLine } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import checkoutStyles from "./checkout.module.css";
import styles from "./OrderLines.module.css";

type Line = Omit<OrderLineView, "url" | "unit"> &
  Partial<Pick<OrderLineView, "url"> & Pick<SummaryLine, "warning">>;

/** The lines of an order with their quantities. */
export function OrderLines({ lines }: { lines: Array<Line> }) {
  return (
    <ul className={styles.orderLines}>
      {lines.map(({ name, detail, quantity, total, url, picture, parts, warning }, index) => (
        <li key={index}>
          <span className={styles.im}>
            {picture ? (
              <Picture {...picture} alt="" sizes="56px" />
            ) : (
              <span className={catalogStyles.noPicture} />
            )}
            <span className={controls.dot}>
              <span className="sr">{checkoutText.quantity()} </span>
              <bdi>{quantity}</bdi>
            </span>
          </span>
          <span className={styles.name}>
            {url ? <a href={url}>{name}</a> : name}
            {detail && <span className={checkoutStyles.orderLinesNote}>{detail}</span>}
            {parts.map((part, at) => (
              <span key={at} className={checkoutStyles.orderLinesNote}>
                {part}
              </span>
            ))}
            {warning && (
              <span className={`${checkoutStyles.orderLinesNote} ${checkoutStyles.isWrong}`}>{warning}</span>
            )}
          </span>
          <span>
            <Money text={total} />
          </span>
        </li>
      ))}
    </ul>
  );
}
