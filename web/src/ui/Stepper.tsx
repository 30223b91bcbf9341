import type { ChangeEvent, FocusEvent } from "react";
import { useId, useRef } from "react";
import * as commonText from "../generated/messages/common";
import { foldDigits } from "./digits";
import { Icon } from "./Icon";
import type { QuantityLimits } from "./quantity";
import styles from "./Stepper.module.css";
import { useHydrated } from "./use-hydrated";

type Props = {
  name: string;
  /** The id of the form that the field belongs to, where it stands outside of it. */
  form?: string;
  label: string;
  text: string;
  isSmall?: boolean;
  limits: QuantityLimits;
  onType: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Focus has left the field and its buttons. */
  onLeave: (event: FocusEvent<HTMLElement>) => void;
  /** The field alone was left, be it for its own buttons. */
  onFieldLeave?: () => void;
  /** Before the form is sent by it. */
  onEnter?: () => void;
  /** Null where there is no room. */
  onLess: (() => void) | null;
  onMore: (() => void) | null;
};

/** Writes a field's digits as the shop does, and hands them over. Same length, so the caret can stay where it is. */
export function foldField(field: HTMLInputElement): string {
  const folded = foldDigits(field.value);
  if (folded !== field.value) {
    const caret = field.selectionStart;
    field.value = folded;
    field.setSelectionRange(caret, caret);
  }
  return folded;
}

/** A number between a minus and a plus. */
export function Stepper({
  name,
  form,
  label,
  text,
  isSmall,
  limits,
  onType,
  onLeave,
  onFieldLeave,
  onEnter,
  onLess,
  onMore,
}: Props) {
  const id = useId();
  const live = useHydrated();
  // Some browsers do not focus a button that is pressed: focus then leaves the field for nowhere.
  const isPressed = useRef(false);
  const press = (pressed: boolean) => () => {
    isPressed.current = pressed;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that focus has left all three of its controls
    <span
      className={isSmall ? `${styles.stepper} ${styles.sm}` : styles.stepper}
      onPointerDown={press(true)}
      onPointerUp={press(false)}
      onPointerCancel={press(false)}
      onPointerLeave={press(false)}
      onBlur={(event) => {
        // To its own buttons: they know what to make of an empty field.
        if (!isPressed.current && !event.currentTarget.contains(event.relatedTarget)) onLeave(event);
      }}
    >
      <button
        type="button"
        aria-label={commonText.quantityDown()}
        aria-controls={id}
        disabled={!live || onLess === null}
        onClick={() => onLess?.()}
      >
        <Icon name="minus" size="s" />
      </button>
      <input
        id={id}
        name={name}
        form={form}
        type="text"
        // Read by scripts of others, who know the field by this name.
        className="qty"
        min={limits.min}
        max={limits.max ?? undefined}
        step={limits.step}
        inputMode={limits.step.includes(".") ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={label}
        value={text}
        onChange={onType}
        onBlur={onFieldLeave}
        onKeyDown={({ key }) => key === "Enter" && onEnter?.()}
      />
      <button
        type="button"
        aria-label={commonText.quantityUp()}
        aria-controls={id}
        disabled={!live || onMore === null}
        onClick={() => onMore?.()}
      >
        <Icon name="plus" size="s" />
      </button>
    </span>
  );
}
