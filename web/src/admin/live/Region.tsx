import type { ReactNode } from "react";

/** The browser's half of the renderer's `Region`. */
export function Region({ name, children }: { name: string; children: ReactNode }) {
  return <div data-region={name}>{children}</div>;
}
