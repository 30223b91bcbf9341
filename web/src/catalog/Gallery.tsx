import type { ReactNode } from "react";
import type { GalleryView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";
import { GalleryLinks } from "./GalleryLinks";
import { Picture } from "./Picture";

/** The owner's wishes that are a matter of style alone. */
function looks({ settings }: GalleryView): string {
  return [
    "gallery",
    settings.thumb_v && "gallery--v",
    settings.thumb_v_tablet && "gallery--v-tablet",
    settings.thumb_position_mobile === "top" && "gallery--top",
    settings.carousel_mode && "gallery--carousel",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Pictures in a strip that snaps, with a row of links to each: this much works without script. gallery.browser.ts fetches the
 * rest when a shopper first reaches for it. `badge`: what tells of a sale; it follows the price.
 */
export function Gallery({ badge, ...view }: GalleryView & { badge?: ReactNode }) {
  const { images, settings, isNew } = view;
  const several = images.length > 1;
  const first = images[0];
  return (
    <section
      className={looks(view)}
      aria-label={catalogText.pictures()}
      data-gallery={JSON.stringify(settings)}
      data-failed={catalogText.imageFailed()}
    >
      <div className="gallery__main">
        {/* Reachable by keyboard: arrows scroll it. */}
        <div
          className="gallery__view"
          dir={settings.slider_rtl ? undefined : "ltr"}
          tabIndex={several ? 0 : undefined}
        >
          <ul className="gallery__strip">
            {images.map(({ picture, caption, ...large }, index) => (
              <li key={index} id={several ? `picture-${index + 1}` : undefined}>
                <Picture
                  {...picture}
                  sizes="(min-width: 767px) 48vw, 100vw"
                  main={index === 0}
                  eager={!settings.slider_lazyload}
                  img={{
                    fetchPriority: index === 0 ? "high" : "low",
                    "data-large_image": large.large_image,
                    "data-large_image_width": large.large_image_width,
                    "data-large_image_height": large.large_image_height,
                    "data-caption": caption,
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
        {(badge || isNew) && (
          <div className="gallery__badge">
            {badge}
            {isNew && <span className="badge badge--new">{catalogText.new()}</span>}
          </div>
        )}
        {settings.lightbox_icon && first?.large_image && (
          <a className="icon-btn gallery__zoom" href={first.large_image} data-to="full">
            <Icon name="expand" />
            <span className="sr">{catalogText.galleryTrigger()}</span>
          </a>
        )}
        {several && settings.slider_nav && (
          <>
            <button type="button" className="icon-btn gallery__arrow gallery__arrow--prev" data-to="prev">
              <Icon name="prev" />
              <span className="sr">{catalogText.previousPicture()}</span>
            </button>
            <button type="button" className="icon-btn gallery__arrow gallery__arrow--next" data-to="next">
              <Icon name="next" />
              <span className="sr">{catalogText.nextPicture()}</span>
            </button>
          </>
        )}
        {several && (
          <bdi className="gallery__n" dir="ltr" aria-hidden="true">
            <span data-now="">1</span> / {images.length}
          </bdi>
        )}
        {several && settings.slider_dots && (
          <GalleryLinks
            images={images}
            className={`gallery__dots ${settings.slider_dots_viewport.map((on) => `is-${on}`).join(" ")}`}
          />
        )}
      </div>
      {several && !settings.carousel_mode && (
        <GalleryLinks images={images} className="thumbs" show={String(settings.thumb_to_show)} thumbs />
      )}
    </section>
  );
}
