import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { fresh, pressMinus, pressPlus, type QuantityLimits, wholeSteps } from "../ui/quantity";
import { foldField, Stepper } from "../ui/Stepper";

type Props = {
  name: string;
  label: string;
  value: string;
  limits: QuantityLimits;
  onSettle: (quantity: string) => void;
};

/** Typed text is processed this long after the last key. */
const DELAY = 1000;

/**
 * The quantity of one item. Invalid text counts as 0; a number is clamped to the limits and rounded down to whole
 * steps.
 */
export function BundleQuantity({ name, label, value, limits, onSettle }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = (text: string) => {
    clearTimeout(timer.current);
    setTyped(null);
    onSettle(wholeSteps(text, limits));
  };
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const text = foldField(currentTarget);
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(text), DELAY);
  };
  const text = typed ?? value;
  const less = pressMinus(fresh(text), limits);
  const more = pressPlus(fresh(text), limits);
  return (
    <Stepper
      {...{ name, label, text }}
      limits={limits}
      onType={type}
      onLeave={() => typed !== null && settle(typed)}
      onEnter={() => typed !== null && settle(typed)}
      onLess={less && (() => settle(less.text))}
      onMore={more && (() => settle(more.text))}
    />
  );
}
