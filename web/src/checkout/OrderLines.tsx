import { Picture } from "../catalog/Picture";
import type { OrderLineView, SummaryLine } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import { Money } from "../pricing/Money";

type Line = Omit<OrderLineView, "url"> & Partial<Pick<OrderLineView, "url"> & Pick<SummaryLine, "warning">>;

/** What is bought, each with how many of it. */
export function OrderLines({ lines }: { lines: Array<Line> }) {
  return (
    <ul className="order-lines">
      {lines.map(({ name, detail, quantity, total, url, picture, parts, warning }, index) => (
        <li key={index}>
          <span className="order-lines__im">
            {picture ? <Picture {...picture} alt="" sizes="56px" /> : <span className="no-picture" />}
            <span className="dot">
              <span className="sr">{checkoutText.quantity()} </span>
              <bdi>{quantity}</bdi>
            </span>
          </span>
          <span className="order-lines__name">
            {url ? <a href={url}>{name}</a> : name}
            {detail && <span className="order-lines__note">{detail}</span>}
            {parts.map((part, at) => (
              <span key={at} className="order-lines__note">
                {part}
              </span>
            ))}
            {warning && <span className="order-lines__note is-wrong">{warning}</span>}
          </span>
          <span className="order-lines__sum">
            <Money text={total} />
          </span>
        </li>
      ))}
    </ul>
  );
}
