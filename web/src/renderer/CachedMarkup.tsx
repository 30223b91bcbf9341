import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { markupCache } from "./markup-cache";

type Props<P> = {
  /** Distinguishes components in the cache. */
  name: string;
  of: ComponentType<P>;
  props: P;
};

/** A component without islands whose markup is the same on many renderings of a page. */
export function CachedMarkup<P extends object>({ name, of: Component, props }: Props<P>) {
  const render = () => renderToStaticMarkup(<Component {...props} />);
  const markup = markupCache.get(`${name} ${JSON.stringify(props)}`, render);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}
