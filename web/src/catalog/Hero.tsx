import type { HeroView, PictureView } from "../generated/catalog";
import { Icon } from "../ui/Icon";

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

/** The home page's first screen: one scene, one sentence, one action. */
export function Hero({ over, title, text, cta, secondary, wide, narrow }: HeroView) {
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero__text">
          <p className="hero__over">{over}</p>
          <h1>{title}</h1>
          <p>{text}</p>
          <div className="hero__act">
            <a className="btn btn--primary btn--lg" href={cta.url}>
              {cta.label}
            </a>
            {secondary && (
              <a className="btn btn--bare btn--lg" href={secondary.url}>
                {secondary.label}
                <Icon name="go" size="s" />
              </a>
            )}
          </div>
        </div>
      </div>
      <picture className="hero__img">
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
