import { type ComponentType, type MouseEvent, useState } from "react";
import type { LightboxProps } from "./GalleryLightbox";

type Opened = { Lightbox: ComponentType<LightboxProps>; index: number; trigger: HTMLElement };

/** Loads the lightbox's script when it is first needed. If that fails the link to the large picture is followed. */
export function useLightbox(index: number) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const trigger = event.currentTarget;
    try {
      const { GalleryLightbox } = await import("./GalleryLightbox");
      setOpened({ Lightbox: GalleryLightbox, index, trigger });
    } catch (error) {
      console.info(error);
      location.assign(trigger.href);
    }
  };
  const close = () => {
    setOpened(null);
    opened?.trigger.focus();
  };
  return { opened, open, close };
}
