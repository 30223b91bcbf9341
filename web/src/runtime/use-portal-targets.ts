import { useEffect, useState } from "react";

/**
 * Static nodes of the page into which an island renders by portals. Their server-rendered content is removed, and
 * restored when the island unmounts. Nodes inside another island are skipped.
 */
export function usePortalTargets(selector: string | null): Array<Element> {
  const [targets, setTargets] = useState<Array<Element>>([]);
  useEffect(() => {
    const found = selector ? [...document.querySelectorAll(selector)] : [];
    const free = found.filter(
      (node) => !node.closest("[data-island]") && !node.querySelector("[data-island]"),
    );
    const before = free.map((node) => [...node.childNodes]);
    for (const node of free) node.replaceChildren();
    setTargets(free);
    return () => {
      setTargets([]);
      for (const [index, node] of free.entries()) node.replaceChildren(...(before[index] ?? []));
    };
  }, [selector]);
  return targets;
}
