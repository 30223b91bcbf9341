import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Props, PropsSource } from "./islands";
import { parseNodes } from "./trusted-html";
import { copyWithTyped, retype, typedFields } from "./typed-fields";

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

/** From now on this part of the page is one without script: what is only for such pages is shown (`data-failed` in styles). */
function makePlain(root: Element): void {
  root.setAttribute("data-failed", "");
  for (const noscript of root.querySelectorAll("noscript")) {
    const content = document.createElement("div");
    content.dataset.noscript = "";
    content.append(...parseNodes(noscript.textContent));
    noscript.replaceWith(content);
  }
}

/**
 * Resolves when the island is hydrated, rejects when it throws instead. `onFailure` also hears of an island that throws
 * later, at newer props. Either way the server's markup is put back: React leaves nothing where a component throws.
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
    const hydrated = hydrateRoot(root, <Live of={component} source={source} onReady={ready} />, {
      identifierPrefix: prefix,
      onUncaughtError: (error) => {
        if (failure) return;
        failure = { error };
        onFailure(error);
        // Not while React is still at work on it.
        queueMicrotask(() => {
          hydrated.unmount();
          makePlain(plain);
          root.replaceWith(plain);
          ready();
        });
      },
    });
  });
  if (failure) throw failure.error;
  for (const one of typed) retype(one);
}
