import type { ProviderForm } from "../generated/payments";
import { fieldName } from "./names";

/** The names of fields that have no name: what is typed into them never leaves the page by a form. */
export type PayField = "number" | "expiry" | "csc" | "routing" | "account" | "account-type" | "holder";

type Control = HTMLInputElement | HTMLSelectElement;

/** The value of the radio that is chosen among those of a name. */
export function chosenValue(root: Element, name: string): string {
  const radios = [...root.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
  return radios.find(({ checked }) => checked)?.value ?? "";
}

/** One way to pay, as it stands in the page. */
export class Part {
  constructor(
    readonly root: HTMLElement,
    readonly form: ProviderForm,
  ) {}

  field(name: PayField): Control | null {
    return this.root.querySelector<Control>(`[data-pay-field=${name}]`);
  }

  /** What is typed into a field; one that is not there says nothing. */
  text(name: PayField): string {
    return this.field(name)?.value ?? "";
  }

  /** A method kept from before is chosen. */
  get isSavedChosen(): boolean {
    return chosenValue(this.root, fieldName(this.form, "payment-token")) !== "";
  }

  /** Fills in what is posted; a name that is not given is emptied. */
  fill(values: Record<string, string>): void {
    for (const field of this.root.querySelectorAll<HTMLInputElement>("[data-filled]"))
      field.value = values[field.dataset.filled ?? ""] ?? "";
  }

  /** Forgets everything that was typed. */
  clear(): void {
    for (const field of this.root.querySelectorAll<HTMLInputElement>("input[data-pay-field]"))
      field.value = "";
  }
}
