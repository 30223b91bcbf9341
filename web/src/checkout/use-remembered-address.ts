import { type RefObject, useEffect, useRef, useState } from "react";
import type { FieldView } from "../generated/accounts";
import { type Address, readAddress, storeAddress } from "./remembered-address";

type Remembered = {
  /** The fields, with the values of the last order on this device. */
  fields: Array<FieldView>;
  hasConsent: boolean;
  setConsent: (hasConsent: boolean) => void;
};

const valuesIn = (form: HTMLFormElement, fields: Array<FieldView>): Address => {
  const data = new FormData(form);
  return Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? "").trim()]));
};

/**
 * For guests: fills in the address of the last order on this device, and stores the one of this order if the shopper
 * agrees. What was typed before the script ran stays.
 */
export function useRememberedAddress(
  isGuest: boolean,
  fields: Array<FieldView>,
  part: RefObject<HTMLElement | null>,
): Remembered {
  const [address, setAddress] = useState<Address | null>(null);
  const [hasConsent, setConsent] = useState(false);
  const consent = useRef(hasConsent);
  consent.current = hasConsent;

  useEffect(() => {
    const form = part.current?.closest("form");
    if (!isGuest || !form) return;
    const texts = fields.filter(({ kind }) => kind !== "select");
    const stored = readAddress(fields.map(({ name }) => name));
    // The server may know the city that shipping was calculated for.
    const typed = valuesIn(form, texts);
    const isUntouched = texts.every(({ name, value }) => typed[name] === value.trim());
    if (stored) setConsent(true);
    if (stored && isUntouched) setAddress(stored);
    const onSubmit = () => storeAddress(consent.current ? valuesIn(form, fields) : null);
    form.addEventListener("submit", onSubmit);
    return () => form.removeEventListener("submit", onSubmit);
  }, [isGuest, fields, part]);

  useEffect(() => {
    // The costs depend on the place.
    if (address) document.body.dispatchEvent(new CustomEvent("update_checkout"));
  }, [address]);

  return {
    fields: address
      ? fields.map((field) => ({ ...field, value: address[field.name] ?? field.value }))
      : fields,
    hasConsent,
    setConsent: (given) => {
      setConsent(given);
      if (!given) storeAddress(null);
    },
  };
}
