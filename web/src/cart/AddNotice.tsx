import { useEffect, useRef } from "react";
import { Notice } from "../ui/Notice";
import { bringIntoView } from "../ui/scroll-above";

/** The refusal of an add. Scrolls the page to it if it is off screen. */
export function AddNotice({ notice }: { notice: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice && place.current) bringIntoView(place.current);
  }, [notice]);
  if (!notice) return null;
  return (
    <div ref={place} data-cart-refusal="">
      <Notice kind="error">{notice}</Notice>
    </div>
  );
}
