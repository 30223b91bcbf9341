import type { ReactNode } from "react";

/** A sentence with an element where its placeholder was: what is filled in stands between two invisible marks. */
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
