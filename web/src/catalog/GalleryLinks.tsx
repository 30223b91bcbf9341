import type { MouseEvent, Ref } from "react";
import type { GalleryImage } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Picture } from "./Picture";

type Props = {
  images: Array<GalleryImage>;
  className?: string;
  /** The index of the current picture. */
  index: number;
  onChoose: (index: number) => void;
  thumbs?: boolean;
  show?: string;
  isLive?: boolean;
  ref?: Ref<HTMLDivElement>;
};

/** A list of links to the pictures: thumbnails or dots. */
export function GalleryLinks({ images, className, index, onChoose, thumbs, show, isLive, ref }: Props) {
  const total = String(images.length);
  const choose = (event: MouseEvent, at: number) => {
    // A click with a modifier opens a new tab and is not handled.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(at);
  };
  return (
    <div ref={ref} className={className} data-show={show} data-live={isLive ? "" : undefined}>
      <ul aria-label={catalogText.slides()}>
        {images.map(({ picture }, at) => (
          <li key={at}>
            <a
              href={`#picture-${at + 1}`}
              aria-current={at === index ? "true" : undefined}
              aria-label={catalogText.pictureOf({ number: String(at + 1), total })}
              onClick={(event) => choose(event, at)}
            >
              {thumbs && <Picture {...picture} alt="" sizes="(min-width: 767px) 12vw, 60px" eager />}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
