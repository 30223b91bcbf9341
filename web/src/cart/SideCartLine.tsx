import { useState } from "react";
import { Picture } from "../catalog/Picture";
import type { CartLineView } from "../generated/cart";
import * as commonText from "../generated/messages/common";
import { QuantityInput } from "../ui/QuantityInput.island";
import { setQuantity } from "./calls";
import { LineParts } from "./LineParts";
import { LineTotal } from "./LineTotal";
import { RemoveLink } from "./RemoveLink";

/** A row of the side cart. Its quantity is sent half a second after the last change. */
export function SideCartLine({ line, delay }: { line: CartLineView; delay: number }) {
  const [busy, setBusy] = useState(false);

  // Busy but never inert: the shopper may be typing the next quantity already.
  const commit = async (quantity: string) => {
    setBusy(true);
    await setQuantity(line.key, quantity);
    setBusy(false);
  };

  return (
    <li className="line" data-cart-line="" data-cart_key={line.key} aria-busy={busy || undefined}>
      <Picture {...line.picture} alt="" sizes="84px" />
      <div>
        <div className="line__t">
          <div>
            <h3>
              <a href={line.url}>{line.name}</a>
            </h3>
            {line.detail && <p className="line__detail">{line.detail}</p>}
            <LineParts parts={line.parts} />
          </div>
          <RemoveLink line={line} side />
        </div>
        <div className="line__b">
          <QuantityInput
            name={`quantity-${line.key}`}
            label={commonText.quantityOf({ name: line.name })}
            value={line.quantity}
            min={line.min}
            max={line.max}
            step={line.step}
            revision={line}
            onCommit={commit}
            delay={delay}
            small
          />
          <LineTotal line={line} />
        </div>
        {line.warning && <p className="line__warning">{line.warning}</p>}
      </div>
    </li>
  );
}
