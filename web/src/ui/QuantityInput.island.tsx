import { type ChangeEvent, useState } from "react";
import { clampQuantity, pressMinus, pressPlus, type QuantityLimits, readQuantity } from "./quantity";
import { foldField, Stepper } from "./Stepper";

type Props = QuantityLimits & {
  name: string;
  label: string;
  value: string;
  small?: boolean;
};

/** A quantity with a minus and a plus: a plain form field. */
export function QuantityInput({ name, label, value, small, ...limits }: Props) {
  const [text, setText] = useState(value);
  const [unused, setUnused] = useState("0");

  const change = (next: string, left = "0") => {
    setText(next);
    setUnused(left);
  };

  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(foldField(currentTarget));

  const leave = () => setText(readQuantity(text) === null ? value : clampQuantity(text, limits));

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
