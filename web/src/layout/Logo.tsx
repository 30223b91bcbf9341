import * as layoutText from "../generated/messages/layout";
import { Art } from "../ui/Art";

/** The demo shop's name is drawn; a shop of another name gets it written. */
const DRAWN_NAME = "دكان النخلة";

export function Logo({ shopName, homeUrl }: { shopName: string; homeUrl: string }) {
  return (
    <a className="logo" href={homeUrl} aria-label={layoutText.homeOf({ shop: shopName })}>
      <Art name="mark" className="logo__mark" />
      {shopName === DRAWN_NAME ? (
        <Art name="wordmark" className="logo__word" />
      ) : (
        <span className="logo__text">{shopName}</span>
      )}
    </a>
  );
}
