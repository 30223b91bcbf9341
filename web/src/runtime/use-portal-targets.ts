import { useEffect, useState } from "react";

/**
 * Static nodes of the page that an island renders into from now on, by portals. What the server rendered there is taken out,
 * and put back when the island goes. A node inside an island belongs to that island and is left alone.
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
