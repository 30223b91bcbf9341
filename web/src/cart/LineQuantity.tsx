import { useRef, useState } from "react";
import type { CartLineView } from "../generated/cart";
import * as commonText from "../generated/messages/common";
import { type Pressed, pressMinus, pressPlus, readQuantity } from "../ui/quantity";
import { foldField, Stepper } from "../ui/Stepper";
import { forgetQuantity } from "./quantities";
import { useCart } from "./use-cart";

type Props = { line: CartLineView; name: string; form?: string; errorId?: string };

/** `isSettled`: the shopper has finished editing, so the next quantity from the server replaces the text. */
type Typed = { text: string; isSettled: boolean };

/**
 * The quantity of a line. It is sent shortly after the last change; the response to an earlier change never
 * overwrites text that the shopper is typing.
 */
export function LineQuantity({ line, name, form, errorId }: Props) {
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
    // Incomplete input ("" or "1.") is not sent: wait for more input, or for the field to lose focus.
    if (quantity === null) {
      forgetQuantity(line.key);
      return;
    }
    // Sent as typed: the server returns the refusal for quantities it cannot sell.
    const outcome = await setQuantity(line.key, quantity, line.quantity);
    if (changes.current !== mine) return;
    const isSaved = outcome === "unrendered" || outcome === "unchanged";
    setTyped(isSaved ? { text: next.text, isSettled: true } : null);
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
      errorId={errorId}
      onType={({ currentTarget }) => void change({ text: foldField(currentTarget), unused: "0" })}
      onLeave={leave}
      onLess={less && (() => void change(less))}
      onMore={more && (() => void change(more))}
    />
  );
}
