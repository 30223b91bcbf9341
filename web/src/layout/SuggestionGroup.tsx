import type { ReactNode } from "react";

/** Options of one kind under their heading, which the group's own name says to screen readers. */
export function SuggestionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are options
    <div className="suggest__g" role="group" aria-label={title}>
      <span className="suggest__h" aria-hidden="true">
        {title}
      </span>
      {children}
    </div>
  );
}
