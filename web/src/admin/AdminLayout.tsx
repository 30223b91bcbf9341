import type { ReactNode } from "react";
import type { AdminLayoutView } from "../generated/edge";
import * as adminText from "../generated/messages/admin";
import * as layoutText from "../generated/messages/layout";
import shopLayout from "../layout/ShopLayout.module.css";
import { Art } from "../ui/Art";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { AdminIcon } from "./AdminIcon";
import styles from "./AdminLayout.module.css";
import { Corner } from "./Corner";

type Props = { layout: AdminLayoutView; shopName: string; children: ReactNode };

const MENU_ID = "admin-menu";

/** Every page of the admin: menu, top row, and on a phone the bar at the lower edge. The menu of a phone opens by its address. */
export function AdminLayout({ layout, shopName, children }: Props) {
  const { isCopy, roleBand, homeUrl, shopUrl, findUrl, member, role, menu, bar } = layout;
  return (
    <div className={styles.admin}>
      <a className={shopLayout.skip} href="#main">
        {layoutText.skip()}
      </a>
      <aside className={styles.side} id={MENU_ID} tabIndex={-1} aria-label={adminText.menu()}>
        <div className={styles.sideInner}>
          <div className={styles.sideHead}>
            <a className={styles.shop} href={homeUrl}>
              <Art name="mark" className={styles.mark} />
              <span>
                <b>{shopName}</b>
                <small>{adminText.title()}</small>
              </span>
            </a>
            <a
              className={`${controls.iconBtn} ${styles.close}`}
              href="#main"
              aria-label={adminText.closeMenu()}
            >
              <AdminIcon name="x" />
            </a>
          </div>
          <div className={styles.sadu} />
          {menu.map(({ label, links }, index) => (
            <nav key={label} aria-label={label}>
              {index > 0 && <p>{label}</p>}
              {links.map((link) => (
                <a
                  key={link.url}
                  href={link.url}
                  data-entry={link.url}
                  aria-current={link.isCurrent ? "page" : undefined}
                >
                  <AdminIcon name={link.icon} />
                  {link.label}
                </a>
              ))}
            </nav>
          ))}
          <a className={styles.viewShop} href={shopUrl}>
            <AdminIcon name="shop" />
            {adminText.viewShop()}
          </a>
        </div>
      </aside>
      <header className={styles.top}>
        <a
          className={`${controls.iconBtn} ${styles.open}`}
          href={`#${MENU_ID}`}
          aria-label={adminText.openMenu()}
        >
          <AdminIcon name="menu" />
        </a>
        <b className={styles.topShop}>{shopName}</b>
        <a className={styles.find} href={findUrl} data-palette="">
          <AdminIcon name="search" />
          <span>{adminText.findLabel()}</span>
          <kbd dir="ltr">Ctrl K</kbd>
        </a>
        <a className={styles.topLink} href={shopUrl}>
          <AdminIcon name="shop" />
          {adminText.viewShop()}
        </a>
        <a className={styles.member} href={homeUrl} aria-label={adminText.signedIn({ name: member, role })}>
          <span className={styles.initial} aria-hidden="true">
            {Array.from(member)[0]}
          </span>
          <span className={styles.memberName}>
            <bdi>{adminText.signedIn({ name: member, role })}</bdi>
          </span>
        </a>
      </header>
      <div className={styles.content}>
        {/* Outside of main, whose content the next page replaces. */}
        {roleBand && (
          <section
            className={styles.band}
            aria-label={adminText.roleBandLabel()}
            data-role-band={roleBand.role}
          >
            <p>
              <AdminIcon name="users" />
              {adminText.roleBand({ role: roleBand.role })}
            </p>
            <form method="post" action={roleBand.action}>
              <input type="hidden" name="_wpnonce" value={roleBand.nonce} />
              <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
                {adminText.roleBandEnd()}
              </button>
            </form>
          </section>
        )}
        {isCopy && (
          <section className={styles.copy} aria-label={adminText.copyTitle()}>
            <Notice kind="warning">
              <p>
                <b>{adminText.copyTitle()}</b>
              </p>
              <p>{adminText.copyText()}</p>
            </Notice>
          </section>
        )}
        <main className={styles.page} id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <nav className={styles.bar} aria-label={adminText.quick()}>
        {bar.map((link) => (
          <a
            key={link.url}
            href={link.url}
            data-entry={link.url}
            aria-current={link.isCurrent ? "page" : undefined}
          >
            <AdminIcon name={link.icon} />
            {link.label}
          </a>
        ))}
        <a href={`#${MENU_ID}`}>
          <AdminIcon name="dots" />
          {adminText.more()}
        </a>
      </nav>
      <Corner />
      <div className="sr" role="status" aria-live="polite" data-announce="" />
    </div>
  );
}
