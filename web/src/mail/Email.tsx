import type { EmailView } from "../generated/mail";
import { Column } from "./Column";
import { EmailAnswers } from "./EmailAnswers";
import { EmailButton } from "./EmailButton";
import { EmailRows } from "./EmailRows";
import { OrderEmail } from "./OrderEmail";
import { styles } from "./styles";

/** The template of all emails. Styles are inline, because mail clients remove style sheets. */
export function Email(email: EmailView) {
  if (email.order) return <OrderEmail email={email} order={email.order} />;
  const { shopName, shopUrl, logoUrl, button, unsubscribe } = email;
  return (
    <html lang="ar" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Light only: automatic dark mode reduces the contrast. */}
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        {/* Digits in an address are not phone numbers. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{email.subject}</title>
      </head>
      <body dir="rtl" style={styles.body}>
        <div style={styles.preheader}>{email.preheader}</div>
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
              <h1 style={styles.greeting}>{email.greeting}</h1>
              {email.paragraphs.map((paragraph, index) => (
                <p key={index} style={styles.paragraph}>
                  {paragraph}
                </p>
              ))}
              {email.rows.length > 0 && <EmailRows rows={email.rows} />}
              {email.answers.length > 0 && <EmailAnswers answers={email.answers} />}
              {button && <EmailButton button={button} linkHint={email.linkHint} />}
              {email.notes.map((note, index) => (
                <p key={index} style={styles.note}>
                  {note}
                </p>
              ))}
              <p style={styles.signOff}>{email.signOff}</p>
            </td>
          </tr>
          <tr>
            <td align="right" style={styles.footer}>
              <p style={styles.why}>{email.why}</p>
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
