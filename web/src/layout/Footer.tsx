import type { LayoutView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";
import { Logo } from "./Logo";

/** Opens with the Sadu weave, the shop's one ornament. */
export function Footer({ shopName, homeUrl, tagline, phone, footer, year }: LayoutView) {
  return (
    <footer className="footer on-dark">
      <div className="wrap">
        <div className="footer__grid">
          <div className="footer__about">
            <Logo shopName={shopName} homeUrl={homeUrl} />
            <p>{tagline}</p>
            {phone && (
              <p>
                <a className="footer__phone" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                  <Icon name="phone" />
                  <span className="sr">{layoutText.phone()} </span>
                  <bdi dir="ltr">{phone}</bdi>
                </a>
              </p>
            )}
          </div>
          <div className="footer__cols">
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
        <p className="footer__end">{layoutText.rights({ year, shop: shopName })}</p>
      </div>
    </footer>
  );
}
