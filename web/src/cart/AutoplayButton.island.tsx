import { useEffect, useRef, useState } from "react";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** `row` is the id of the row of products that it moves and stops. */
type Props = { row: string; delay: number };

/** Moves a row of products by one, and from the end back to the beginning. */
function advance(row: HTMLElement): void {
  const item = row.firstElementChild as HTMLElement | null;
  if (!item) return;
  // Right to left, scrolling counts downwards.
  const most = row.scrollWidth - row.clientWidth;
  const isDone = Math.abs(row.scrollLeft) >= most - 2;
  row.scrollTo({ left: isDone ? 0 : row.scrollLeft - item.offsetWidth - 16, behavior: "smooth" });
}

/** Lets a row of products move by itself, and stops it. Where all of them are seen there is nothing to move. */
export function AutoplayButton({ row: id, delay }: Props) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const row = document.getElementById(id);
    setIsNeeded(row !== null && row.scrollWidth > row.clientWidth);
    setIsPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  }, [id]);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      const row = document.getElementById(id);
      // A newer row has a button of its own.
      if (!button.current?.isConnected) clearInterval(timer);
      // Whoever is in it, by pointer or by keyboard, is not moved about.
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
      // Its place is kept: nothing moves when it comes.
      data-unneeded={isNeeded ? undefined : ""}
      onClick={() => setIsPlaying(!isPlaying)}
    >
      <Icon name="pause" />
    </button>
  );
}
