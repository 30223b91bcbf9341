import type { HeroView, PictureView } from "../generated/catalog";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./Hero.module.css";

function sources({ sources, width, height }: PictureView, media?: string) {
  return sources.map(({ mime, srcset }) => (
    <source
      key={mime + media}
      type={mime}
      media={media}
      srcSet={srcset}
      sizes="100vw"
      width={width}
      height={height}
    />
  ));
}

/** The first screen of the home page: one picture, one sentence, one action. */
export function Hero({ over, title, text, cta, secondary, wide, narrow }: HeroView) {
  return (
    <section className={styles.hero}>
      <div className="wrap">
        <div className={styles.text}>
          <p className={styles.over}>{over}</p>
          <h1>{title}</h1>
          <p>{text}</p>
          <div className={styles.act}>
            <a className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg}`} href={cta.url}>
              {cta.label}
            </a>
            {secondary && (
              <a className={`${controls.btn} ${controls.btnBare} ${controls.btnLg}`} href={secondary.url}>
                {secondary.label}
                <Icon name="go" size="s" />
              </a>
            )}
          </div>
        </div>
      </div>
      <picture className={styles.img}>
        {sources(wide, "(min-width: 767px)")}
        <source
          media="(min-width: 767px)"
          srcSet={wide.fallbackUrl}
          width={wide.width}
          height={wide.height}
        />
        {sources(narrow)}
        <img
          src={narrow.fallbackUrl}
          alt={narrow.alt}
          width={narrow.width}
          height={narrow.height}
          fetchPriority="high"
        />
      </picture>
    </section>
  );
}
