import { CartButton } from "../cart/CartButton";
import { MiniCart } from "../cart/MiniCart";
import type { LayoutView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
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

/** Rendered once for all visitors, with an empty cart: the visitor's cart is loaded by a call. */
export function Header(layout: LayoutView) {
  const { shopName, homeUrl, cartUrl, accountUrl, nav, mobileNav } = layout;
  return (
    <header className={styles.header}>
      <div className="wrap">
        <div className={styles.row}>
          <Island
            of={MobileMenu}
            id="mobile-menu"
            on="interaction"
            props={{ items: mobileNav, accountUrl }}
          />
          <Logo shopName={shopName} homeUrl={homeUrl} />
          <search>
            <Island
              of={SearchBox}
              id="search"
              on="interaction"
              props={{ inputId: "search", action: homeUrl, homeUrl }}
            />
          </search>
          <div className={styles.end}>
            {accountUrl && (
              <Tooltip text={layoutText.account()}>
                <a className={controls.iconBtn} href={accountUrl} aria-label={layoutText.account()}>
                  <Icon name="user" size="l" />
                </a>
              </Tooltip>
            )}
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
