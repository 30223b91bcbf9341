import { Picture } from "../catalog/Picture";
import type { CartLineView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import styles from "./CartLine.module.css";
import cartStyles from "./cart.module.css";
import { CART_FORM, LATER_FORM } from "./cart-form";
import { LineParts } from "./LineParts";
import { LineQuantity } from "./LineQuantity";
import { LineTotal } from "./LineTotal";
import { RemoveLink } from "./RemoveLink";
import { useCart } from "./use-cart";

type Props = {
  line: CartLineView;
  place: "page" | "side";
  /** Why its last quantity was refused. */
  refused?: string | null;
  onRemoved: () => void;
};

/**
 * A line of the cart page or the side cart. Inert while it is being removed; editable while its quantity is being
 * saved.
 */
export function CartLine({ line, place, refused = null, onRemoved }: Props) {
  const work = useCart().busyLines[line.key];
  const isPage = place === "page";
  const errorId = `quantity-error-${place}-${line.key}`;
  const Heading = isPage ? "h2" : "h3";
  return (
    <li
      className={cartStyles.line}
      data-cart-line=""
      data-cart_key={line.key}
      aria-busy={work ? true : undefined}
      inert={work === "removing"}
    >
      <Picture {...line.picture} alt="" sizes={isPage ? "96px" : "84px"} />
      <div>
        <div className={cartStyles.lineT}>
          <div>
            <Heading>
              <a href={line.url}>{line.name}</a>
            </Heading>
            {line.detail && <p className={cartStyles.lineDetail}>{line.detail}</p>}
            <LineParts parts={line.parts} />
            {isPage && line.unitPrice !== null && line.quantity !== "1" && (
              <p className={cartStyles.lineDetail}>
                {cartText.unitPrice()}: <Money text={line.unitPrice} />
              </p>
            )}
          </div>
          <RemoveLink line={line} by={isPage ? "key" : "quantity"} onRemoved={onRemoved} />
        </div>
        <div className={styles.b}>
          <LineQuantity
            line={line}
            name={isPage ? `cart[${line.key}][qty]` : `quantity-${line.key}`}
            form={isPage ? CART_FORM : undefined}
            errorId={refused === null ? undefined : errorId}
          />
          <LineTotal line={line} />
        </div>
        {isPage && (
          <button
            type="submit"
            form={LATER_FORM}
            className={`${controls.link} ${styles.later}`}
            name="save_later"
            value={line.key}
            aria-label={cartText.laterNamed({ name: line.name })}
          >
            {cartText.later()}
          </button>
        )}
        {refused !== null && (
          <p id={errorId} className={cartStyles.lineWarning} role="alert">
            {refused}
          </p>
        )}
        {line.warning && <p className={cartStyles.lineWarning}>{line.warning}</p>}
      </div>
    </li>
  );
}
