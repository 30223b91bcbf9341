import { useRef, useState } from "react";
import type { CartLineView } from "../generated/cart";
import * as commonText from "../generated/messages/common";
import { type Pressed, pressMinus, pressPlus, readQuantity } from "../ui/quantity";
import { foldField, Stepper } from "../ui/Stepper";
import { forgetQuantity } from "./quantities";
import { useCart } from "./use-cart";

type Props = { line: CartLineView; name: string; form?: string };

/** `isSettled`: no longer the shopper's to change, so the shop's next word replaces it. */
type Typed = { text: string; isSettled: boolean };

/**
 * The quantity of a line. It is sent a moment after the last change; what the shopper is typing is never overwritten by
 * the shop's answer to an earlier one.
 */
export function LineQuantity({ line, name, form }: Props) {
  const { setQuantity } = useCart();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [unused, setUnused] = useState("0");
  const [seen, setSeen] = useState(line);
  const changes = useRef(0);

  if (seen !== line) {
    setSeen(line);
    if (typed?.isSettled) setTyped(null);
  }
  const text = typed?.text ?? line.quantity;

  const change = async (next: Pressed) => {
    changes.current += 1;
    const mine = changes.current;
    setTyped({ text: next.text, isSettled: false });
    setUnused(next.unused);
    const quantity = readQuantity(next.text);
    // Half a number ("" or "1.") is not a wish yet: wait for the rest, or for the field to be left.
    if (quantity === null) {
      forgetQuantity(line.key);
      return;
    }
    // As it was typed: what the shop cannot sell, it says itself.
    const outcome = await setQuantity(line.key, quantity, line.quantity);
    if (changes.current !== mine) return;
    const isKept = outcome === "undrawn" || outcome === "unchanged";
    setTyped(isKept ? { text: next.text, isSettled: true } : null);
  };

  const leave = () => {
    const quantity = readQuantity(text);
    if (quantity === null || quantity === line.quantity) setTyped(null);
  };

  const less = pressMinus({ text, unused }, line);
  const more = pressPlus({ text, unused }, line);
  return (
    <Stepper
      name={name}
      form={form}
      label={commonText.quantityOf({ name: line.name })}
      text={text}
      isSmall
      limits={line}
      onType={({ currentTarget }) => void change({ text: foldField(currentTarget), unused: "0" })}
      onLeave={leave}
      onLess={less && (() => void change(less))}
      onMore={more && (() => void change(more))}
    />
  );
}
