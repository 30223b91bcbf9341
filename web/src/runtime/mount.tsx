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

/** What the shopper has typed before the script came. React sets such a field back to its prop as it hydrates. */
function typedIn(root: Element): Array<[HTMLInputElement, string]> {
  return [...root.querySelectorAll("input")]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => [field, field.value]);
}

/** Types it again, as a browser would: React hears of a change only past the setter it has put on the field. */
function retype(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
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
