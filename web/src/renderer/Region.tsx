import type { ReactNode } from "react";

/** A part of the page that a fragment of the same name may replace. Islands inside are created anew. */
export function Region({ name, children }: { name: string; children: ReactNode }) {
  return <div data-region={name}>{children}</div>;
}
