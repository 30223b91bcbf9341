import { createElement } from "react";
import { ConsentBanner } from "../attribution/ConsentBanner.island";
import { SideCart } from "../cart/SideCart.island";
import type { LayoutView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { JsonScript } from "../payments/JsonScript";
import { Island } from "../renderer/Island";
import { TrustBadge } from "../reviews/TrustBadge.island";
import { ComingSoonBanner } from "./ComingSoonBanner.island";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { HIDE_DISMISSED } from "./notice-cookie";
import styles from "./ShopLayout.module.css";
import { SlimFooter } from "./SlimFooter";
import { SlimHeader } from "./SlimHeader";
import { StoreNotice } from "./StoreNotice.island";

/** The placeholder of the page. The layout is rendered once for many pages and split here. */
export const PAGE_SLOT = "<page-slot></page-slot>";

/** The layout shell of a page: it depends on the shop, never on the page or the visitor. */
export function ShopLayout(layout: LayoutView) {
  const { storeNotice, comingSoon, isSlim } = layout;
  return (
    <>
      <a className={styles.skip} href="#main">
        {layoutText.skip()}
      </a>
      {storeNotice && !isSlim && (
        <>
          <Island of={StoreNotice} id="store-notice" on="interaction" props={storeNotice} />
          <script src={HIDE_DISMISSED} />
        </>
      )}
      {isSlim ? <SlimHeader {...layout} /> : <Header {...layout} />}
      <main id="main" tabIndex={-1}>
        {createElement("page-slot")}
      </main>
      {isSlim ? <SlimFooter {...layout} /> : <Footer {...layout} />}
      <Island
        of={SideCart}
        region="side-cart"
        // Only the floating cart button is visible before the drawer opens.
        on={layout.sideCart.settings.showBasket === "always_hide" ? "interaction" : "idle"}
        props={layout.sideCart}
      />
      {layout.trustBadge && !isSlim && (
        <Island of={TrustBadge} id="trust-badge" on="interaction" props={layout.trustBadge} />
      )}
      {comingSoon && !isSlim && (
        <Island of={ComingSoonBanner} id="coming-soon" on="interaction" props={comingSoon} />
      )}
      {layout.measurement.consent === "ask" && (
        <Island of={ConsentBanner} id="consent" on="idle" props={{ action: layout.measurement.consentUrl }} />
      )}
      <JsonScript value={layout.measurement} data-measurement="" />
      <div className="sr" role="status" aria-live="polite" data-announce="" />
    </>
  );
}
