import { type ComponentType, createElement } from "react";

/** The browser's half of the renderer's `CachedMarkup`: nothing is cached here. */
export function CachedMarkup<P extends object>({ of, props }: { of: ComponentType<P>; props: P }) {
  return <div>{createElement(of, props)}</div>;
}
