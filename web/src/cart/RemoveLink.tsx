import type { CartLineView } from "../generated/cart";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "./texts";

/** Works as a link; with script the line goes without leaving the page (remove-links.ts). */
export function RemoveLink({ line }: { line: CartLineView }) {
  return (
    <a
      className="remove icon-btn"
      href={line.removeUrl}
      data-cart_item_key={line.key}
      aria-label={t("cart.remove-named", { name: line.name })}
    >
      <Icon name="trash" />
    </a>
  );
}
