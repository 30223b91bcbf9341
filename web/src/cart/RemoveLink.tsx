import { type MouseEvent, useRef } from "react";
import type { CartLineView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./RemoveLink.module.css";
import { useCart } from "./use-cart";

type Props = { line: CartLineView; by: "key" | "quantity"; onRemoved?: () => void };

/** Works as a link; with script the line goes without leaving the page. */
export function RemoveLink({ line, by, onRemoved }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const { removeLine } = useCart();
  // Two lines of one product differ by what was chosen.
  const name = line.detail ? `${line.name}، ${line.detail}` : line.name;
  const remove = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (await removeLine(line, by)) onRemoved?.();
    // Focus left the line when it was blocked.
    else link.current?.focus();
  };
  return (
    <a
      ref={link}
      className={`remove ${controls.iconBtn} ${styles.remove}`}
      href={line.removeUrl}
      data-cart_item_key={line.key}
      aria-label={cartText.removeNamed({ name })}
      onClick={remove}
    >
      <Icon name="trash" />
    </a>
  );
}
