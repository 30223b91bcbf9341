import type { SummaryView } from "../generated/checkout";
import * as checkoutText from "../generated/messages/checkout";
import * as commonText from "../generated/messages/common";
import { Money } from "../pricing/Money";

/** A coupon is taken off by its link; with script without leaving the page (coupon.ts). */
export function SummaryTotals({ subtotal, coupons, shipping, taxes, total }: SummaryView) {
  const sent = shipping.find((one) => one.chosen) ?? shipping[0];
  return (
    <dl className="sum">
      <div>
        <dt>{checkoutText.subtotal()}</dt>
        <dd>
          <Money text={subtotal} />
        </dd>
      </div>
      {coupons.map(({ code, amount, problem, removeUrl }) => (
        <div key={code} className="sum__discount">
          <dt>
            {checkoutText.discount({ code })}{" "}
            <a
              className="link"
              href={removeUrl}
              data-take-off={code}
              data-focus-key={`coupon-${code}`}
              aria-label={checkoutText.couponRemove({ code })}
            >
              {commonText.remove()}
            </a>
            {problem && <span className="sum__problem">{problem}</span>}
          </dt>
          <dd>{amount !== null && <Money text={`−${amount}`} />}</dd>
        </div>
      ))}
      {sent && (
        <div>
          <dt>{sent.title}</dt>
          <dd>{sent.cost === null ? checkoutText.free() : <Money text={sent.cost} />}</dd>
        </div>
      )}
      {taxes.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money text={amount} />
          </dd>
        </div>
      ))}
      <div className="sum__total">
        <dt>{checkoutText.total()}</dt>
        <dd data-total="">
          <Money text={total} />
        </dd>
      </div>
    </dl>
  );
}
