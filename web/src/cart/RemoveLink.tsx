import { type MouseEvent, useRef } from "react";
import type { CartLineView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./RemoveLink.module.css";
import { useCart } from "./use-cart";

type Props = { line: CartLineView; by: "key" | "quantity"; onRemoved?: () => void };

/** A plain link; with script the line is removed without leaving the page. */
export function RemoveLink({ line, by, onRemoved }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const { removeLine } = useCart();
  // Two lines of one product differ by their options.
  const name = line.detail ? `${line.name}، ${line.detail}` : line.name;
  const remove = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (await removeLine(line, by)) onRemoved?.();
    // The line lost focus when it became inert.
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
