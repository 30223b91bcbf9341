import { type MouseEvent, useState } from "react";
import type { ComingSoonView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { rememberDismissedBanner } from "./banner-cookie";
import styles from "./ComingSoonBanner.module.css";

/** Sends the dismissal to the address of the link, with the nonce that `layout.browser.ts` has put there. */
async function sendDismissal({ restUrl = "", restNonce = "" }: DOMStringMap): Promise<void> {
  await fetch(restUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-WP-Nonce": restNonce },
    body: JSON.stringify({ woocommerce_meta: { coming_soon_banner_dismissed: "yes" } }),
  });
}

/**
 * The banner at the bottom of every page. The page is the same for all visitors: `layout.browser.ts` shows the banner
 * to those who have not dismissed it.
 */
export function ComingSoonBanner({ text, stateUrl, restUrl }: ComingSoonView) {
  const [isHidden, setHidden] = useState(false);
  const dismiss = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { dataset } = event.currentTarget;
    // Only customers have a nonce; a guest's dismissal lasts as long as the browser is open.
    if (dataset.restNonce) await sendDismissal(dataset).catch(() => {});
    else rememberDismissedBanner();
    setHidden(true);
  };
  return (
    <section
      className={styles.banner}
      aria-label={layoutText.comingSoon()}
      data-state-url={stateUrl}
      hidden={isHidden}
    >
      <div className={`wrap ${styles.row}`}>
        <p>{text}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: as on the platform */}
        <a
          className={styles.dismiss}
          href="#main"
          data-rest-url={restUrl}
          onClick={dismiss}
          suppressHydrationWarning
        >
          {layoutText.dismiss()}
        </a>
      </div>
    </section>
  );
}
