import * as layoutText from "../generated/messages/layout";
import { Art } from "../ui/Art";
import styles from "./Logo.module.css";

/** The demo shop's name is drawn; a shop of another name gets it written. */
const DRAWN_NAME = "دكان النخلة";

export function Logo({ shopName, homeUrl }: { shopName: string; homeUrl: string }) {
  return (
    <a className={styles.logo} href={homeUrl} aria-label={layoutText.homeOf({ shop: shopName })}>
      <Art name="mark" className={styles.mark} />
      {shopName === DRAWN_NAME ? (
        <Art name="wordmark" className={styles.word} />
      ) : (
        <span className={styles.text}>{shopName}</span>
      )}
    </a>
  );
}
