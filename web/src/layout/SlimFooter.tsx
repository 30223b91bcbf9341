import type { LayoutView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import styles from "./SlimFooter.module.css";

/** The footer of payment pages. Its links open beside the page, which keeps what was typed. */
export function SlimFooter({ shopName, footerLinks, year }: LayoutView) {
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.row}`}>
        <nav aria-label={layoutText.moreLinks()}>
          <ul className={styles.links}>
            {footerLinks.map(({ label, url }) => (
              <li key={url + label}>
                <a href={url} target="_blank" rel="noopener">
                  {label}
                  <span className="sr"> {layoutText.newWindow()}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p>{layoutText.rights({ year, shop: shopName })}</p>
      </div>
    </footer>
  );
}
