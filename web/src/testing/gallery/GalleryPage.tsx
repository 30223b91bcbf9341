import { GALLERY_STYLE, GALLERY_URL, isPage } from "./render";
import { gallery, type Place } from "./states";

/** Phone and desktop width. */
export const WIDTHS = [390, 1280] as const;
export type Width = (typeof WIDTHS)[number];

const urlOf = (query: Record<string, string>) => {
  const text = new URLSearchParams(query).toString();
  return text ? `${GALLERY_URL}?${text}` : GALLERY_URL;
};
const anchor = (component: string, state: string) => `${component}-${state.replaceAll(" ", "-")}`;
const query = (component: string | null, width: Width): Record<string, string> => ({
  ...(component && { c: component }),
  ...(width !== WIDTHS[0] && { w: String(width) }),
});

/** Components that fill the screen or open over it. */
const isTall = (place: Place) =>
  isPage(place) || ["SearchBox", "ShopLayout", "SideCart"].includes(place.component);

/** Focused, so that no field or notice inside an iframe takes focus and scrolls the page. */
const here = (isHere: boolean) => (isHere ? { "aria-current": "page" as const, autoFocus: true } : {});

function State({ place, width }: { place: Place; width: Width }) {
  const { component, state } = place;
  const url = urlOf({ c: component, s: state });
  return (
    <div id={anchor(component, state)}>
      <h3>
        <a href={url}>{state}</a>
      </h3>
      <iframe
        className={isTall(place) ? "dev-frame dev-frame--tall" : "dev-frame"}
        src={url}
        title={`${component}: ${state}`}
        width={width}
        loading="lazy"
      />
    </div>
  );
}

type Props = {
  /** The states that are shown, of all in the index. */
  places: Array<Place>;
  component: string | null;
  width: Width;
};

/** The index, with each state in an iframe of phone or desktop width beside it. */
export function GalleryPage({ places, component, width }: Props) {
  const shown = [...new Set(places.map((place) => place.component))];
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{component ? `${component}: gallery` : "Gallery"}</title>
        <link rel="stylesheet" href={GALLERY_STYLE} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script type="module" src="/@vite/client" />
        <script type="module" src="/src/testing/gallery/frames.ts" />
      </head>
      <body className="dev-gallery">
        <nav className="dev-index" aria-label="Components">
          <a href={urlOf(query(null, width))} {...here(component === null)}>
            All components
          </a>
          {Object.entries(gallery).map(([capability, states]) => (
            <details key={capability} open={component === null || component in states}>
              <summary>{capability}</summary>
              <ul>
                {Object.entries(states).map(([name, named]) => (
                  <li key={name}>
                    <a href={urlOf(query(name, width))} {...here(name === component)}>
                      {name}
                    </a>
                    {name === component && (
                      <ul>
                        {Object.keys(named).map((state) => (
                          <li key={state}>
                            <a href={`#${anchor(name, state)}`}>{state}</a>
                          </li>
                        ))}
                      </ul>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
        <main>
          <h1>Gallery</h1>
          <nav className="dev-widths" aria-label="Width of the frames">
            {WIDTHS.map((one) => (
              <a
                key={one}
                href={urlOf(query(component, one))}
                aria-current={one === width ? "true" : undefined}
              >
                {one} px
              </a>
            ))}
          </nav>
          {shown.map((name) => (
            <div key={name}>
              <h2>{name}</h2>
              <div className="dev-states">
                {places
                  .filter((place) => place.component === name)
                  .map((place) => (
                    <State key={place.state} {...{ place, width }} />
                  ))}
              </div>
            </div>
          ))}
        </main>
      </body>
    </html>
  );
}
