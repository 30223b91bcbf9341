import { type CSSProperties, type PointerEvent, useState } from "react";
import type { GallerySettings } from "../generated/catalog";

type Zoom = {
  handlers: {
    onPointerMove?: (event: PointerEvent<HTMLElement>) => void;
    onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave?: () => void;
  };
  style: CSSProperties | undefined;
  /** It has been zoomed before, so a larger file is loaded. */
  isWanted: boolean;
};

/** Zooms a picture around the pointer. The level is added to its scale. */
export function useZoom(settings: GallerySettings): Zoom {
  const [origin, setOrigin] = useState<string | null>(null);
  const [isLarge, setLarge] = useState(false);
  const [isWanted, setWanted] = useState(false);
  if (!settings.zoom) return { handlers: {}, style: undefined, isWanted: false };

  const isByClick = settings.zoom_action === "click";
  const follow = (event: PointerEvent<HTMLElement>, large: boolean) => {
    if (event.pointerType !== "mouse" && !settings.mobile_zoom) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    setOrigin(`${x * 100}% ${y * 100}%`);
    setLarge(large);
    if (large) setWanted(true);
  };
  return {
    handlers: {
      onPointerMove: (event) => follow(event, isByClick ? isLarge : true),
      onPointerDown: isByClick ? (event) => follow(event, !isLarge) : undefined,
      onPointerLeave: () => setLarge(false),
    },
    style: origin
      ? { transformOrigin: origin, scale: isLarge ? String(1 + Math.max(1, settings.zoom_level)) : undefined }
      : undefined,
    isWanted,
  };
}
