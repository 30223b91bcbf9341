import { useEffect, useRef } from "react";
import { Notice } from "../ui/Notice";
import { bringIntoView } from "../ui/scroll-above";

/** Why an add was refused. Where it would be off the screen, the page is brought to it. */
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
