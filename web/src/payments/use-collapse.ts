import { useEffect, useRef, useState } from "react";

/** The duration of the style's transition, in milliseconds. */
export const SLIDE = 200;

type Collapse = { isShut: boolean; isSliding: boolean; setShut: (isShut: boolean) => void };

/** Opens and closes a box. Its content is clipped while it moves. */
export function useCollapse(isShutAtFirst: boolean): Collapse {
  const [isShut, set] = useState(isShutAtFirst);
  const [isSliding, setSliding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setShut = (next: boolean) => {
    if (next === isShut) return;
    set(next);
    clearTimeout(timer.current);
    const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setSliding(!isReduced);
    if (!isReduced) timer.current = setTimeout(() => setSliding(false), SLIDE);
  };
  return { isShut, isSliding, setShut };
}
