import type { EmailView } from "../generated/mail";
import { Column } from "./Column";
import { EmailButton } from "./EmailButton";
import { EmailRows } from "./EmailRows";
import { styles } from "./styles";

/** Every plain letter. What it looks like stands in its elements, because mail programs drop style sheets. */
export function Email(letter: EmailView) {
  const { shopName, shopUrl, logoUrl, button, unsubscribe } = letter;
  return (
    <html lang="ar" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Light only: a program that turns colours dark on its own makes them hard to read. */}
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        {/* Numbers in an address are no telephone. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{letter.subject}</title>
      </head>
      <body dir="rtl" style={styles.body}>
        <div style={styles.preheader}>{letter.preheader}</div>
        <Column>
          <tr>
            <td align="right" style={styles.header}>
              <a href={shopUrl} style={styles.shop}>
                {logoUrl === null ? (
                  shopName
                ) : (
                  <img src={logoUrl} alt={shopName} height={40} style={styles.logo} />
                )}
              </a>
            </td>
          </tr>
          <tr>
            <td align="right" style={styles.card}>
              <h1 style={styles.greeting}>{letter.greeting}</h1>
              {letter.paragraphs.map((paragraph, index) => (
                <p key={index} style={styles.paragraph}>
                  {paragraph}
                </p>
              ))}
              {letter.rows.length > 0 && <EmailRows rows={letter.rows} />}
              {button && <EmailButton button={button} linkHint={letter.linkHint} />}
              {letter.notes.map((note, index) => (
                <p key={index} style={styles.note}>
                  {note}
                </p>
              ))}
              <p style={styles.signOff}>{letter.signOff}</p>
            </td>
          </tr>
          <tr>
            <td align="right" style={styles.footer}>
              <p style={styles.why}>{letter.why}</p>
              {unsubscribe && (
                <a href={unsubscribe.url} style={styles.link}>
                  {unsubscribe.label}
                </a>
              )}
            </td>
          </tr>
        </Column>
      </body>
    </html>
  );
}
