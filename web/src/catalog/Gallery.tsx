import type { ReactNode } from "react";
import type { PictureView } from "../generated/catalog";
import { t } from "../ui/messages";
import { Picture } from "./Picture";
import "./texts";

type Props = { pictures: Array<PictureView>; badge: ReactNode };

/**
 * Still pictures: a strip that snaps, with a row of links to each where there are several. Script only marks the link of the one in
 * view (gallery.browser.ts).
 */
export function Gallery({ pictures, badge }: Props) {
  const total = String(pictures.length);
  const several = pictures.length > 1;
  return (
    <section className="gallery" aria-label={t("catalog.pictures")}>
      <div className="gallery__main">
        {/* Reachable by keyboard: arrows scroll it. */}
        <ul className="gallery__strip" tabIndex={several ? 0 : undefined}>
          {pictures.map((picture, index) => (
            <li key={picture.fallbackUrl} id={several ? `picture-${index + 1}` : undefined}>
              <Picture {...picture} sizes="(min-width: 767px) 48vw, 100vw" main={index === 0} />
            </li>
          ))}
        </ul>
        {badge && <div className="gallery__badge">{badge}</div>}
      </div>
      {several && (
        <ul className="thumbs">
          {pictures.map((picture, index) => (
            <li key={picture.fallbackUrl}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={t("catalog.picture-of", { number: String(index + 1), total })}
              >
                <Picture {...picture} alt="" sizes="(min-width: 767px) 12vw, 60px" eager />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
