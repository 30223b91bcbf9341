import { Picture } from "../catalog/Picture";
import type { MiniCartView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Money } from "../pricing/Money";
import { RemoveLink } from "./RemoveLink";

/** Under the cart button on wide screens. Drawn inside pages and, alone, as the `mini-cart` fragment. */
export function MiniCart({ lines, subtotal, cartUrl }: MiniCartView) {
  if (lines.length === 0) return <p className="mini mini--empty">{cartText.empty()}</p>;
  return (
    <div className="mini">
      <ul className="mini__lines">
        {lines.map((line) => (
          <li key={line.key} className="line" data-cart-line="">
            <Picture {...line.picture} alt="" sizes="56px" />
            <div>
              <div className="line__t">
                <h3>
                  <a href={line.url}>{line.name}</a>
                </h3>
                <RemoveLink line={line} by="key" />
              </div>
              {line.detail && <p className="line__detail">{line.detail}</p>}
              <p className="line__count">
                <bdi>{line.quantity}</bdi>
                {line.unitPrice !== null && (
                  <>
                    {" × "}
                    <Money text={line.unitPrice} />
                  </>
                )}
              </p>
              {line.unitPrice === null && <p className="line__warning">{line.warning}</p>}
            </div>
          </li>
        ))}
      </ul>
      <dl className="sum">
        <div>
          <dt>{cartText.subtotal()}</dt>
          <dd>
            <Money text={subtotal} />
          </dd>
        </div>
      </dl>
      <a className="btn btn--primary btn--block" href={cartUrl}>
        {cartText.view()}
      </a>
    </div>
  );
}
