import { CartButton } from "../cart/CartButton";
import { MiniCart } from "../cart/MiniCart";
import type { LayoutView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import * as wishlistText from "../generated/messages/wishlist";
import { formatMoney } from "../pricing/money";
import { Island } from "../renderer/Island";
import { Region } from "../renderer/Region";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { Tooltip } from "../ui/Tooltip";
import styles from "./Header.module.css";
import { Logo } from "./Logo";
import { MainNav } from "./MainNav.island";
import { MobileMenu } from "./MobileMenu.island";
import { SearchBox } from "./SearchBox.island";

/** The id of the search box, which is a popover on small screens. */
const SEARCH_PANEL = "search-panel";

/** Rendered once for all visitors, with an empty cart: the visitor's cart is loaded by a call. */
export function Header(layout: LayoutView) {
  const { shopName, homeUrl, cartUrl, accountUrl, nav, mobileNav, serviceLinks } = layout;
  return (
    <header className={styles.header}>
      <div className="wrap">
        <div className={styles.row}>
          <div className={styles.start}>
            <Island
              of={MobileMenu}
              id="mobile-menu"
              on="interaction"
              props={{ items: mobileNav, accountUrl, serviceLinks }}
            />
            {/* `layout.browser.ts` moves the focus into the field. */}
            <button
              type="button"
              className={controls.iconBtn}
              popoverTarget={SEARCH_PANEL}
              aria-label={layoutText.searchOpen()}
            >
              <Icon name="search" size="l" />
            </button>
          </div>
          <Logo shopName={shopName} homeUrl={homeUrl} />
          <search id={SEARCH_PANEL} className={styles.search} popover="auto">
            <Island
              of={SearchBox}
              id="search"
              on="interaction"
              props={{ inputId: "search", action: homeUrl, homeUrl, popular: layout.popularSearches }}
            />
            <button
              type="button"
              className={`${controls.iconBtn} ${styles.close}`}
              popoverTarget={SEARCH_PANEL}
              popoverTargetAction="hide"
              aria-label={layoutText.searchClose()}
            >
              <Icon name="x" />
            </button>
          </search>
          <div className={styles.end}>
            {accountUrl && (
              <div className={styles.account}>
                <Tooltip text={layoutText.account()}>
                  <a className={controls.iconBtn} href={accountUrl} aria-label={layoutText.account()}>
                    <Icon name="user" size="l" />
                  </a>
                </Tooltip>
              </div>
            )}
            <div className={styles.wishlist}>
              <Tooltip text={wishlistText.title()}>
                <a className={controls.iconBtn} href="/ar/wishlist/" aria-label={wishlistText.title()}>
                  <Icon name="heart" size="l" />
                </a>
              </Tooltip>
            </div>
            <div className={styles.cart} data-header-cart="">
              <Region name="cart-button">
                <CartButton count={0} cartUrl={cartUrl} />
              </Region>
              <Region name="mini-cart">
                <MiniCart
                  lines={[]}
                  subtotal={formatMoney(0)}
                  cartUrl={cartUrl}
                  checkoutUrl={layout.sideCart.checkoutUrl}
                />
              </Region>
            </div>
          </div>
        </div>
        <Island of={MainNav} id="main-nav" on="interaction" props={{ items: nav }} />
      </div>
    </header>
  );
}
