import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Props, PropsSource } from "./islands";

type LiveProps = { of: ComponentType<Props>; source: PropsSource; onReady: () => void };

/**
 * Hydrates with the props that the markup was made from, then follows the newest. New props from a fragment are an
 * ordinary React update: focus, open drawers and half-typed text stay.
 */
function Live({ of: Component, source, onReady }: LiveProps) {
  const props = useSyncExternalStore(source.subscribe, source.now, source.first);
  useEffect(onReady, [onReady]);
  return <Component {...props} />;
}

type Field = HTMLInputElement | HTMLSelectElement;

const isTouched = (field: Field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((option) => option.selected !== option.defaultSelected)
    : field.value !== field.defaultValue;

/** What the shopper has typed and chosen before the script came. React sets it back to its props as it hydrates. */
function typedIn(root: Element): Array<[Field, string]> {
  return [...root.querySelectorAll<Field>("input, select")]
    .filter(isTouched)
    .map((field) => [field, field.value]);
}

/** Does it again, as a browser would: React hears of a change only past the setter it has put on the field. */
function retype(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

export async function mount(
  root: Element,
  component: ComponentType<Props>,
  source: PropsSource,
  prefix: string,
): Promise<void> {
  const typed = typedIn(root);
  await new Promise<void>((ready) => {
    hydrateRoot(root, <Live of={component} source={source} onReady={ready} />, { identifierPrefix: prefix });
  });
  for (const [field, text] of typed) retype(field, text);
}
