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

export function mount(root: Element, component: ComponentType<Props>, source: PropsSource, prefix: string) {
  return new Promise<void>((ready) => {
    hydrateRoot(root, <Live of={component} source={source} onReady={ready} />, { identifierPrefix: prefix });
  });
}
