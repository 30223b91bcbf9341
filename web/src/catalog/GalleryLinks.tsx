import type { GalleryImage } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Picture } from "./Picture";

type Props = { images: Array<GalleryImage>; className: string; thumbs?: boolean; show?: string };

/** A link to each picture: small pictures, or dots. */
export function GalleryLinks({ images, className, thumbs, show }: Props) {
  const total = String(images.length);
  return (
    <div className={className} data-show={show}>
      <ul>
        {images.map(({ picture }, index) => (
          <li key={index}>
            <a
              href={`#picture-${index + 1}`}
              data-to={index}
              aria-current={index === 0 ? "true" : undefined}
              aria-label={catalogText.pictureOf({ number: String(index + 1), total })}
            >
              {thumbs && <Picture {...picture} alt="" sizes="(min-width: 767px) 12vw, 60px" eager />}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
