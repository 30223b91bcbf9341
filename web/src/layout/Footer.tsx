import type { LayoutView, NewsletterView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";
import styles from "./Footer.module.css";
import { Logo } from "./Logo";

const digits = (number: string) => number.replace(/\D/g, "");

/** How to reach the shop. What the owner has not filled in is left out. */
function Contact({ whatsapp, email, phone, hours }: LayoutView) {
  return (
    <ul className={styles.contact}>
      {whatsapp && (
        <li>
          <Icon name="chat" />
          <a href={`https://wa.me/${digits(whatsapp)}`}>
            {layoutText.whatsapp()} <bdi dir="ltr">{whatsapp}</bdi>
          </a>
        </li>
      )}
      {phone && phone !== whatsapp && (
        <li>
          <Icon name="phone" />
          <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
            <span className="sr">{layoutText.phone()} </span>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        </li>
      )}
      {email && (
        <li>
          <Icon name="mail" />
          <a href={`mailto:${email}`}>
            <span className="sr">{layoutText.email()} </span>
            <bdi dir="ltr">{email}</bdi>
          </a>
        </li>
      )}
      {hours && (
        <li>
          <Icon name="clock" />
          <span>
            <span className="sr">{layoutText.hours()}: </span>
            {hours}
          </span>
        </li>
      )}
    </ul>
  );
}

/** A plain form: the answer is a page. */
function Newsletter({ action, title, text }: NewsletterView) {
  return (
    <form className={styles.newsletter} method="post" action={action} noValidate>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div>
        <input
          type="email"
          name="email"
          dir="ltr"
          autoComplete="email"
          placeholder="name@example.com"
          required
          aria-label={layoutText.newsletterEmail()}
        />
        <button type="submit">{layoutText.newsletterSubmit()}</button>
      </div>
      <p>{layoutText.newsletterConsent()}</p>
    </form>
  );
}

/** Starts with the Sadu pattern, the shop's ornament. `fold-footer.ts` closes the columns on small screens. */
export function Footer(layout: LayoutView) {
  const { shopName, homeUrl, tagline, footer, newsletter, footerLinks, cardBrands, year } = layout;
  return (
    <footer className={`${styles.footer} on-dark`}>
      <div className="wrap">
        <div className={styles.grid}>
          <div className={styles.about}>
            <Logo shopName={shopName} homeUrl={homeUrl} />
            <p className={styles.tagline}>{tagline}</p>
            <Contact {...layout} />
            {newsletter && <Newsletter {...newsletter} />}
          </div>
          <div className={styles.cols}>
            {footer.map(({ title, links }) => (
              <details key={title} className={styles.col} open>
                <summary>
                  <h2>{title}</h2>
                  <Icon name="down" size="s" />
                </summary>
                <ul>
                  {links.map((link) => (
                    <li key={link.url + link.label}>
                      <a href={link.url}>{link.label}</a>
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </div>
        </div>
        {cardBrands.length > 0 && (
          <ul className={styles.cards} aria-label={layoutText.cards()}>
            {cardBrands.map((brand) => (
              <li key={brand}>{brand}</li>
            ))}
          </ul>
        )}
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
