import { type ComponentType, type MouseEvent, useState } from "react";
import type { ReviewLightboxProps } from "./ReviewLightbox";

export type OpenedLightbox = {
  Lightbox: ComponentType<ReviewLightboxProps>;
  index: number;
  trigger: HTMLElement;
};

/** Loads the lightbox's script when it is first needed. If that fails the link to the file is followed. */
export function useMediaLightbox() {
  const [opened, setOpened] = useState<OpenedLightbox | null>(null);
  const open = async (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const trigger = event.currentTarget;
    try {
      const { ReviewLightbox } = await import("./ReviewLightbox");
      setOpened({ Lightbox: ReviewLightbox, index, trigger });
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
