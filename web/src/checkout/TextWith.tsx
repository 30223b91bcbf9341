import type { ReactNode } from "react";

/** A sentence with an element in place of its placeholder, which is enclosed in isolation marks. */
export function TextWith({ text, children }: { text: string; children: ReactNode }) {
  const [before, , after] = text.split(/[\u2068\u2069]/);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
