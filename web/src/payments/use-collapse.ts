import { useEffect, useRef, useState } from "react";

/** As long as the style's transition, in milliseconds. */
export const SLIDE = 200;

type Collapse = { isShut: boolean; isSliding: boolean; setShut: (isShut: boolean) => void };

/** Opens and shuts a box. While it moves, what it holds is cut off at its edges. */
export function useCollapse(isShutAtFirst: boolean): Collapse {
  const [isShut, set] = useState(isShutAtFirst);
  const [isSliding, setSliding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setShut = (next: boolean) => {
    if (next === isShut) return;
    set(next);
    clearTimeout(timer.current);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setSliding(!isStill);
    if (!isStill) timer.current = setTimeout(() => setSliding(false), SLIDE);
  };
  return { isShut, isSliding, setShut };
}
