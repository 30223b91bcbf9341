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
  /** The id of the field's form, if the field is outside of it. */
  form?: string;
  label: string;
  text: string;
  isSmall?: boolean;
  limits: QuantityLimits;
  /** The id of the text that says why the last quantity was refused. */
  errorId?: string;
  onType: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Called when focus has left the field and its buttons. */
  onLeave: (event: FocusEvent<HTMLElement>) => void;
  /** Called when focus has left the field, even for its buttons. */
  onFieldLeave?: () => void;
  /** Called before Enter in the field submits the form. */
  onEnter?: () => void;
  /** Null if the limit is reached. */
  onLess: (() => void) | null;
  onMore: (() => void) | null;
};

/** Replaces Arabic digits in a field and passes the text on. The length is equal, so the caret stays. */
export function foldField(field: HTMLInputElement): string {
  const folded = foldDigits(field.value);
  if (folded !== field.value) {
    const caret = field.selectionStart;
    field.value = folded;
    field.setSelectionRange(caret, caret);
  }
  return folded;
}

/** A number field with minus and plus buttons. */
export function Stepper({
  name,
  form,
  label,
  text,
  isSmall,
  limits,
  errorId,
  onType,
  onLeave,
  onFieldLeave,
  onEnter,
  onLess,
  onMore,
}: Props) {
  const id = useId();
  const live = useHydrated();
  // Some browsers do not focus a clicked button: focus then moves from the field to the body.
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
        // Focus moved to one of its own buttons, which handle an empty field themselves.
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
        // Other scripts find the field by this name.
        className="qty"
        min={limits.min}
        max={limits.max ?? undefined}
        step={limits.step}
        inputMode={limits.step.includes(".") ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={label}
        value={text}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
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
