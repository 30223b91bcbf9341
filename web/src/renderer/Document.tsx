import { createElement } from "react";
import type { PageHead } from "../generated/edge";
import { documentCurrency } from "../pricing/shown-currency";
import type { Assets } from "./assets";
import { escapeJsonText, jsonForScript } from "./escape";

type Props = {
  head: PageHead;
  assets: Omit<Assets, "styles">;
  styles: Array<string>;
  shopName: string;
  page: string;
  homeUrl: string;
  cartUrl: string;
  /** In the admin: the style sheets of the pages that its script can show. */
  sheets?: Record<string, string>;
};

/** The placeholder of the layout. */
export const BODY_SLOT = "<body-slot></body-slot>";

/** The HTML document of every page: style sheets, scripts, and no inline styles or scripts. */
export function Document({ head, assets, styles, shopName, page, homeUrl, cartUrl, sheets }: Props) {
  return (
    <html lang="ar" dir="rtl" data-currency={documentCurrency()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        {head.noIndex && <meta name="robots" content="noindex" />}
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {styles.map((sheet) => (
          <link key={sheet} rel="stylesheet" href={sheet} />
        ))}
        {assets.modules.map((module) => (
          <link key={module} rel="modulepreload" href={module} />
        ))}
        {assets.scripts.map((script) => (
          <script key={script} type="module" src={script} />
        ))}
        {head.canonicalUrl && <link rel="canonical" href={head.canonicalUrl} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="theme-color" content="#14503a" />
        <meta property="og:locale" content="ar" />
        <meta property="og:site_name" content={shopName} />
        <meta property="og:title" content={head.title} />
        <meta property="og:description" content={head.description} />
        {head.canonicalUrl && <meta property="og:url" content={head.canonicalUrl} />}
        {head.imageUrl && <meta property="og:image" content={head.imageUrl} />}
        {head.structuredData.map((json) => (
          <script
            key={json}
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for a script
            dangerouslySetInnerHTML={{ __html: escapeJsonText(json) }}
          />
        ))}
      </head>
      <body data-page={page} data-home-url={homeUrl} data-cart-url={cartUrl}>
        {createElement("body-slot")}
        {sheets && (
          <script
            type="application/json"
            data-sheets=""
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for a script
            dangerouslySetInnerHTML={{ __html: jsonForScript(sheets) }}
          />
        )}
      </body>
    </html>
  );
}
