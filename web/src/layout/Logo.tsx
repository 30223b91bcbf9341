import * as layoutText from "../generated/messages/layout";
import { Art } from "../ui/Art";
import styles from "./Logo.module.css";

/** The demo shop's logo is a drawing; a shop with another name gets it as text. */
const LOGO_NAME = "دكان النخلة";

export function Logo({ shopName, homeUrl }: { shopName: string; homeUrl: string }) {
  return (
    <a className={styles.logo} href={homeUrl} aria-label={layoutText.homeOf({ shop: shopName })}>
      <Art name="mark" className={styles.mark} />
      {shopName === LOGO_NAME ? (
        <Art name="wordmark" className={styles.word} />
      ) : (
        <span className={styles.text}>{shopName}</span>
      )}
    </a>
  );
}
