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

/** The server's own markup with what the shopper has typed into it: where React fails, the plain form goes on working. */
function keepPlain(root: Element, typed: Array<[Field, string]>): Element {
  const plain = root.cloneNode(true) as Element;
  const [fields, twins] = [root, plain].map((place) => [...place.querySelectorAll<Field>("input, select")]);
  for (const [field, text] of typed) {
    const twin = twins?.[fields?.indexOf(field) ?? -1];
    if (twin) twin.value = text;
  }
  return plain;
}

/**
 * Ends when the island lives, or fails when it throws instead. One that throws later, at newer props, is told to `onDeath`. Either way
 * the server's markup is put back: React leaves nothing where it throws.
 */
export async function mount(
  root: Element,
  component: ComponentType<Props>,
  source: PropsSource,
  prefix: string,
  onDeath: (error: unknown) => void,
): Promise<void> {
  const typed = typedIn(root);
  const plain = keepPlain(root, typed);
  let death: { error: unknown } | undefined;
  await new Promise<void>((ready) => {
    const hydrated = hydrateRoot(root, <Live of={component} source={source} onReady={ready} />, {
      identifierPrefix: prefix,
      onUncaughtError: (error) => {
        if (death) return;
        death = { error };
        onDeath(error);
        ready();
        // Not while React is still at work on it.
        queueMicrotask(() => {
          hydrated.unmount();
          root.replaceWith(plain);
        });
      },
    });
  });
  if (death) throw death.error;
  for (const [field, text] of typed) retype(field, text);
}
