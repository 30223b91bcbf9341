import type { CartLineView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import { Icon } from "../ui/Icon";

/** Works as a link; with script the line goes without leaving the page (remove-links.ts): in the side cart by call 6. */
export function RemoveLink({ line, side }: { line: CartLineView; side?: boolean }) {
  return (
    <a
      className="remove icon-btn"
      href={line.removeUrl}
      data-cart_item_key={line.key}
      data-by-quantity={side ? "" : undefined}
      aria-label={cartText.removeNamed({ name: line.name })}
    >
      <Icon name="trash" />
    </a>
  );
}
