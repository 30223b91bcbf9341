import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { HydrateOn } from "../runtime/islands";
import { jsonForScript } from "./escape";
import { islandName } from "./islands";

type Props<P> = {
  of: ComponentType<P>;
  props: P;
  on: HydrateOn;
} & ({ region: string; id?: never } | { id: string; region?: never });

/**
 * A component that the browser hydrates. Its markup is rendered separately from the page, so that it can be hydrated
 * alone, and its props are in a script beside it; a fragment for it is the same element with newer props.
 */
export function Island<P extends object>({ of: Component, props, on, region, id }: Props<P>) {
  const markup = renderToString(<Component {...props} />, { identifierPrefix: `${region ?? id}-` });
  return (
    <div data-island={islandName(Component)} data-region={region} data-id={id} data-on={on}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, and JSON escaped for a script */}
      <div data-root="" dangerouslySetInnerHTML={{ __html: markup }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: jsonForScript(props) }} />
    </div>
  );
}
