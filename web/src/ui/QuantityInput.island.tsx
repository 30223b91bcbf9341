import { type ChangeEvent, type FocusEvent, useEffect, useId, useRef, useState } from "react";
import { foldDigits } from "./digits";
import { Icon } from "./Icon";
import { t } from "./messages";
import {
  clampQuantity,
  type Pressed,
  pressMinus,
  pressPlus,
  type QuantityLimits,
  readQuantity,
} from "./quantity";
import { useHydrated } from "./use-hydrated";
import "./texts";

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
  const id = useId();
  const live = useHydrated();
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

  const type = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const folded = foldDigits(field.value);
    if (folded !== field.value) {
      // Same length, so the caret can stay where it is.
      const caret = field.selectionStart;
      field.value = folded;
      field.setSelectionRange(caret, caret);
    }
    change(folded);
  };

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    // To its own buttons: they know what to make of an empty field.
    if (currentTarget.parentElement?.contains(relatedTarget)) return;
    if (readQuantity(text) === null) {
      clearTimeout(timer.current);
      setTyping(false);
      setText(value);
    } else if (!onCommit) {
      setText(clampQuantity(text, limits));
    }
  };

  const less = pressMinus({ text, unused }, limits);
  const more = pressPlus({ text, unused }, limits);
  const press = (next: Pressed | null) => next && change(next.text, next.unused);
  return (
    <span className={small ? "stepper stepper--sm" : "stepper"}>
      <button
        type="button"
        aria-label={t("common.quantity-down")}
        aria-controls={id}
        disabled={!live || less === null}
        onClick={() => press(less)}
      >
        <Icon name="minus" size="s" />
      </button>
      <input
        id={id}
        name={name}
        type="text"
        inputMode={limits.step.includes(".") ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={label}
        value={text}
        onChange={type}
        onBlur={leave}
      />
      <button
        type="button"
        aria-label={t("common.quantity-up")}
        aria-controls={id}
        disabled={!live || more === null}
        onClick={() => press(more)}
      >
        <Icon name="plus" size="s" />
      </button>
    </span>
  );
}
