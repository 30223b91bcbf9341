import { type ComponentType, startTransition, useEffect, useSyncExternalStore } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import type { Props, PropsSource } from "./islands";
import { parseNodes } from "./trusted-html";
import { copyWithTyped, retype, typedFields } from "./typed-fields";

type LiveProps = { of: ComponentType<Props>; source: PropsSource; onReady: () => void };

/**
 * Hydrates with the props of the server's HTML, then switches to the newest. New props are an ordinary React update:
 * focus, open drawers and typed text stay.
 */
function Live({ of: Component, source, onReady }: LiveProps) {
  const props = useSyncExternalStore(source.subscribe, source.now, source.first);
  useEffect(onReady, [onReady]);
  return <Component {...props} />;
}

/** Marks this part of the page as one without script: styles show the fallbacks (`data-failed`). */
function makePlain(root: Element): void {
  root.setAttribute("data-failed", "");
  for (const noscript of root.querySelectorAll("noscript")) {
    const content = document.createElement("div");
    content.dataset.noscript = "";
    content.append(...parseNodes(noscript.textContent));
    noscript.replaceWith(content);
  }
}

/** The hydrated islands, by their elements. */
export const roots = new Map<Element, Root>();

/**
 * Resolves when the island is hydrated, rejects if it throws. `onFailure` is also called when it throws later, for
 * newer props. In both cases the server's markup is restored: React removes the tree of a component that throws.
 */
export async function mount(
  root: Element,
  component: ComponentType<Props>,
  source: PropsSource,
  prefix: string,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const typed = typedFields(root);
  const plain = copyWithTyped(root, typed);
  let failure: { error: unknown } | undefined;
  await new Promise<void>((ready) => {
    // A transition renders in slices of a few milliseconds, so that a scroll or tap does not wait for a whole island.
    startTransition(() => {
      const hydrated = hydrateRoot(root, <Live of={component} source={source} onReady={ready} />, {
        identifierPrefix: prefix,
        onUncaughtError: (error) => {
          if (failure) return;
          failure = { error };
          onFailure(error);
          // After React has finished its current work.
          queueMicrotask(() => {
            hydrated.unmount();
            makePlain(plain);
            root.replaceWith(plain);
            ready();
          });
        },
      });
      roots.set(root, hydrated);
    });
  });
  if (failure) throw failure.error;
  for (const one of typed) retype(one);
}
