import { useEffect, useRef, useState } from "react";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** `row`: the id of the product row that it moves. */
type Props = { row: string; delay: number };

/** Moves a product row by one card, and from the end back to the start. */
function advance(row: HTMLElement): void {
  const item = row.firstElementChild as HTMLElement | null;
  if (!item) return;
  // In right-to-left layout scroll positions are negative.
  const most = row.scrollWidth - row.clientWidth;
  const isDone = Math.abs(row.scrollLeft) >= most - 2;
  row.scrollTo({ left: isDone ? 0 : row.scrollLeft - item.offsetWidth - 16, behavior: "smooth" });
}

/** Starts and stops the automatic movement of a product row. Hidden if all cards fit. */
export function AutoplayButton({ row: id, delay }: Props) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const row = document.getElementById(id);
    setIsNeeded(row !== null && row.scrollWidth > row.clientWidth);
    // On a touch screen the row would move away under the thumb: it moves only when asked to.
    setIsPlaying(matchMedia("(hover: hover) and (prefers-reduced-motion: no-preference)").matches);
  }, [id]);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      const row = document.getElementById(id);
      // A replaced row comes with its own button.
      if (!button.current?.isConnected) clearInterval(timer);
      // The row does not move while the pointer or the focus is in it.
      else if (row && !document.hidden && !row.matches(":hover, :focus-within")) advance(row);
    }, delay);
    return () => clearInterval(timer);
  }, [id, delay, isPlaying]);

  return (
    <button
      ref={button}
      type="button"
      className={controls.iconBtn}
      aria-label={isPlaying ? cartText.suggestionsPause() : cartText.suggestionsPlay()}
      // Rendered with a fixed size, so that showing it does not shift the layout.
      data-unneeded={isNeeded ? undefined : ""}
      onClick={() => setIsPlaying(!isPlaying)}
    >
      <Icon name={isPlaying ? "pause" : "play"} />
    </button>
  );
}
