import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from "react";
import { clampQuantity, pressMinus, pressPlus, type QuantityLimits, readQuantity } from "./quantity";
import { foldField, Stepper } from "./Stepper";

type Props = QuantityLimits & {
  name: string;
  label: string;
  value: string;
  small?: boolean;
  /** Changes whenever the server has spoken, even if it said the same number again. */
  revision?: unknown;
  /** Told the quantity once the shopper has stopped changing it for `delay` milliseconds. */
  onCommit?: (quantity: string) => void;
  delay?: number;
};

/**
 * A quantity with a minus and a plus. Alone it is a plain form field; with `onCommit` it reports changes.
 * What the shopper is typing is never overwritten by the server's answer to an earlier change.
 */
export function QuantityInput({
  name,
  label,
  value,
  small,
  revision = value,
  onCommit,
  delay = 500,
  ...limits
}: Props) {
  const [text, setText] = useState(value);
  const [unused, setUnused] = useState("0");
  const [typing, setTyping] = useState(false);
  const [seen, setSeen] = useState(revision);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (seen !== revision) {
    setSeen(revision);
    if (!typing) setText(value);
  }

  const change = (next: string, left = "0") => {
    setText(next);
    setUnused(left);
    clearTimeout(timer.current);
    // Half a number ("" or "1.") is not a wish yet: wait for the rest, or for the field to be left.
    if (!onCommit || readQuantity(next) === null) {
      setTyping(onCommit !== undefined);
      return;
    }
    setTyping(true);
    timer.current = setTimeout(() => {
      // As it was typed: what the shop cannot sell, it says itself.
      const wish = readQuantity(next) ?? value;
      setText(wish);
      setTyping(false);
      if (wish !== value) onCommit(wish);
    }, delay);
  };

  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(foldField(currentTarget));

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (readQuantity(text) === null) {
      // To its own buttons: they know what to make of an empty field.
      if (currentTarget.contains(relatedTarget)) return;
      clearTimeout(timer.current);
      setTyping(false);
      setText(value);
    } else if (!onCommit) {
      setText(clampQuantity(text, limits));
    }
  };

  const less = pressMinus({ text, unused }, limits);
  const more = pressPlus({ text, unused }, limits);
  return (
    <Stepper
      {...{ name, label, text }}
      isSmall={small}
      limits={limits}
      onType={type}
      onLeave={leave}
      onLess={less && (() => change(less.text, less.unused))}
      onMore={more && (() => change(more.text, more.unused))}
    />
  );
}
