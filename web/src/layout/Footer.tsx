import type { LayoutView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";
import styles from "./Footer.module.css";
import { Logo } from "./Logo";

/** Starts with the Sadu pattern, the shop's ornament. */
export function Footer({ shopName, homeUrl, tagline, phone, footer, footerLinks, year }: LayoutView) {
  return (
    <footer className={`${styles.footer} on-dark`}>
      <div className="wrap">
        <div className={styles.grid}>
          <div className={styles.about}>
            <Logo shopName={shopName} homeUrl={homeUrl} />
            <p>{tagline}</p>
            {phone && (
              <p>
                <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                  <Icon name="phone" />
                  <span className="sr">{layoutText.phone()} </span>
                  <bdi dir="ltr">{phone}</bdi>
                </a>
              </p>
            )}
          </div>
          <div className={styles.cols}>
            {footer.map(({ title, links }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map((link) => (
                    <li key={link.url + link.label}>
                      <a href={link.url}>{link.label}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
        <div className={styles.end}>
          {footerLinks.length > 0 && (
            <nav aria-label={layoutText.moreLinks()}>
              <ul className={styles.links}>
                {footerLinks.map((link) => (
                  <li key={link.url + link.label}>
                    <a href={link.url}>{link.label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <p>{layoutText.rights({ year, shop: shopName })}</p>
        </div>
      </div>
    </footer>
  );
}
