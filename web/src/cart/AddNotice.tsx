import { useEffect, useRef } from "react";
import { Notice } from "../ui/Notice";
import { scrollAbove } from "../ui/scroll-above";

/** Why an add was refused. Where it would be off the screen, the page is brought to it. */
export function AddNotice({ notice }: { notice: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = notice && place.current?.getBoundingClientRect();
    if (box && place.current && (box.top < 0 || box.bottom > window.innerHeight)) scrollAbove(place.current);
  }, [notice]);
  if (!notice) return null;
  return (
    <div ref={place} data-cart-refusal="">
      <Notice kind="error">{notice}</Notice>
    </div>
  );
}
