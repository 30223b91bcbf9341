import { type InputEvent as ReactInputEvent, useRef, useState } from "react";
import * as paymentsText from "../generated/messages/payments";
import type { ProviderForm } from "../generated/payments";
import { foldDigits } from "../ui/digits";
import { BRANDS } from "./brands";
import { caretIn, formatCsc, formatExpiry, formatNumber } from "./format";
import { fieldId, type PayField } from "./names";
import { type Brand, brandOf } from "./rules";

type Control = HTMLInputElement | HTMLSelectElement;
type Format = (typed: string, isDeleting: boolean) => string;

const FORMATS: Partial<Record<PayField, Format>> = {
  number: formatNumber,
  expiry: formatExpiry,
  csc: formatCsc,
  routing: foldDigits,
  account: foldDigits,
};

/** With fewer digits the brand may still change. */
const ENOUGH = 4;

function reformat(field: HTMLInputElement, format: Format, isDeleting: boolean): void {
  const typed = field.value;
  const shown = format(typed, isDeleting);
  if (shown === typed) return;
  const caret = field.selectionStart ?? typed.length;
  field.value = shown;
  if (document.activeElement !== field) return;
  const at = caretIn(shown, typed, caret);
  field.setSelectionRange(at, at);
}

/** Props of every field without a name. */
export type FieldAttributes = (field: PayField) => {
  id: string;
  error: string | null;
  ref: (control: Control | null) => void;
  onInput: (event: ReactInputEvent<HTMLInputElement>) => void;
};

/**
 * The fields of one payment method. Typed values stay in the inputs and are read when they are needed: React's state
 * contains only the card's brand.
 */
export function usePayFields(form: ProviderForm, errors: Record<string, string>) {
  const controls = useRef<Partial<Record<PayField, Control>>>({});
  const [brand, setBrand] = useState<Brand | null>(null);
  const [isForeign, setForeign] = useState(false);

  const text = (field: PayField) => controls.current[field]?.value ?? "";

  /** A brand that the shop does not accept is only indicated: the server decides whether to refuse it. */
  const showBrand = () => {
    const number = text("number");
    const now = brandOf(number);
    setBrand(now);
    setForeign(
      now !== null && number.replace(/\D/g, "").length >= ENOUGH && !form.enabled_card_types.includes(now),
    );
  };

  const attributes: FieldAttributes = (field) => {
    const id = fieldId(form, field);
    const note = field === "number" && isForeign && brand ? BRANDS[brand].name() : null;
    return {
      id,
      error: errors[id] ?? (note && paymentsText.typeInvalidNamed({ brand: note })),
      ref: (control) => {
        if (control) controls.current[field] = control;
        else delete controls.current[field];
      },
      onInput: ({ currentTarget, nativeEvent }) => {
        // Not every input event comes from a key: browser autofill has no `inputType`.
        const { isComposing, inputType } = nativeEvent as InputEvent;
        if (isComposing) return;
        const format = FORMATS[field];
        if (format) reformat(currentTarget, format, inputType?.startsWith("delete") ?? false);
        if (field === "number") showBrand();
      },
    };
  };

  const clear = () => {
    for (const control of Object.values(controls.current))
      if (control instanceof HTMLInputElement) control.value = "";
  };

  return { attributes, text, brand, showBrand, clear, controls };
}
