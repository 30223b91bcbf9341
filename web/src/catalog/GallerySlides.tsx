import { useRef } from "react";
import type { GalleryView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { ProductSaleBadge } from "../pricing/ProductSaleBadge";
import blocks from "../ui/blocks.module.css";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { useHydrated } from "../ui/use-hydrated";
import { GalleryArrow } from "./GalleryArrow";
import { GalleryLinks } from "./GalleryLinks";
import { GalleryPicture } from "./GalleryPicture";
import styles from "./GallerySlides.module.css";
import galleryStyles from "./gallery.module.css";
import { useAutoplay } from "./use-autoplay";
import { useGallerySlider } from "./use-gallery-slider";
import { useLightbox } from "./use-lightbox";

/** The shop owner's settings that affect only styles. */
const looks = ({ settings }: GalleryView) =>
  classes(
    galleryStyles.gallery,
    settings.thumb_v && styles.v,
    settings.thumb_v_tablet && styles.vTablet,
    settings.thumb_position_mobile === "top" && styles.top,
    settings.carousel_mode && styles.carousel,
  );

/** The screens on which the dots are shown. */
const DOTS: Record<string, string | undefined> = {
  mobile: styles.isMobile,
  tablet: styles.isTablet,
  desktop: styles.isDesktop,
};

/**
 * Pictures in a strip with scroll snapping, with a list of links to them: this works without script. The badge
 * follows the price of the page.
 */
export function GallerySlides(view: GalleryView) {
  const { images, settings, percentOff, isNew } = view;
  const isHydrated = useHydrated();
  const section = useRef<HTMLElement>(null);
  const slider = useGallerySlider(settings, images.length);
  useAutoplay(section, slider.carousel, settings.slider_autoplay ? settings.slider_autoplay_time : null);
  const { opened, open, close } = useLightbox(slider.index);
  const several = images.length > 1;
  const shown = images[slider.index] ?? images[0];
  const show = (index: number) => slider.move((carousel, jump) => carousel.scrollTo(index, jump));
  const links = { images, index: slider.index, onChoose: show };
  return (
    <section
      ref={section}
      className={looks(view)}
      aria-label={catalogText.pictures()}
      data-live={isHydrated ? "" : undefined}
    >
      <div className={styles.main}>
        {/* Focusable: the arrow keys scroll it. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a scroller that the keys move */}
        <div
          ref={slider.view}
          className={styles.view}
          dir={settings.slider_rtl ? undefined : "ltr"}
          tabIndex={several ? 0 : undefined}
          data-live={slider.isLive ? "" : undefined}
          onKeyDown={several ? slider.onKeyDown : undefined}
        >
          <ul className={styles.strip}>
            {images.map((image, index) => (
              <GalleryPicture
                key={index}
                {...{ image, settings }}
                isFirst={index === 0}
                id={several ? `picture-${index + 1}` : undefined}
              />
            ))}
          </ul>
        </div>
        <div className={styles.badge}>
          <ProductSaleBadge percentOff={percentOff} />
          {isNew && <span className={`${blocks.badge} ${blocks.badgeNew}`}>{catalogText.new()}</span>}
        </div>
        {settings.lightbox_icon && shown?.large_image && (
          <a className={`${controls.iconBtn} ${styles.zoom}`} href={shown.large_image} onClick={open}>
            <Icon name="expand" />
            <span className="sr">{catalogText.galleryTrigger()}</span>
          </a>
        )}
        {several && settings.slider_nav && (
          <>
            <GalleryArrow
              to="prev"
              isDisabled={!slider.canGoBack}
              onPress={() => slider.move((carousel, jump) => carousel.scrollPrev(jump))}
            />
            <GalleryArrow
              to="next"
              isDisabled={!slider.canGoOn}
              onPress={() => slider.move((carousel, jump) => carousel.scrollNext(jump))}
            />
          </>
        )}
        {several && (
          <bdi className={styles.n} dir="ltr" aria-hidden="true">
            <span data-now="">{slider.index + 1}</span> / {images.length}
          </bdi>
        )}
        {several && settings.slider_dots && (
          <GalleryLinks
            {...links}
            className={classes(styles.dots, ...settings.slider_dots_viewport.map((on) => DOTS[on]))}
          />
        )}
      </div>
      {several && !settings.carousel_mode && (
        <GalleryLinks
          {...links}
          ref={slider.thumbs}
          className={styles.thumbs}
          show={String(settings.thumb_to_show)}
          isLive={slider.areThumbsLive}
          thumbs
        />
      )}
      {opened && (
        <opened.Lightbox
          images={images}
          from={opened.index}
          onClosed={(index) => {
            slider.move((carousel) => carousel.scrollTo(index, true));
            close();
          }}
        />
      )}
    </section>
  );
}
