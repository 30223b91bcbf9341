import type { EmailOrder, EmailView } from "../generated/mail";
import { Column, LAYOUT } from "./Column";
import { EmailGoods } from "./EmailGoods";
import { EmailRows } from "./EmailRows";
import { NARROW, orderStyles as own } from "./order-styles";
import { styles } from "./styles";

type Part = { order: EmailOrder };

/** How far the order is, in four parts. The done ones are bold, too: colours may be missing. */
function Steps({ order }: Part) {
  return (
    <table {...LAYOUT} width="100%" style={own.part}>
      <tbody>
        <tr>
          {order.steps.map(({ label, isDone }) => (
            <td key={label} align="center" width="25%" style={isDone ? own.stepDone : own.step}>
              <div style={isDone ? own.barDone : own.bar}>&nbsp;</div>
              {label}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Facts({ order }: Part) {
  const { role: _, ...table } = LAYOUT;
  return (
    <table {...table} width="100%" style={own.facts}>
      <tbody>
        {order.facts.map(({ label, value, isLtr }) => (
          <tr key={label}>
            <th scope="row" align="right" style={own.factLabel}>
              {label}
            </th>
            <td align="right" style={own.factValue}>
              <bdi dir={isLtr ? "ltr" : undefined}>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Address and shipping, side by side where there is room. */
function Blocks({ order }: Part) {
  return (
    <table {...LAYOUT} width="100%" style={own.part}>
      <tbody>
        <tr>
          {order.blocks.map(({ title, lines }) => (
            <td key={title} className="mj-half" align="right" valign="top" style={own.block}>
              <h2 style={own.title}>{title}</h2>
              {lines.map((line, index) => (
                <div key={index}>
                  <bdi>{line}</bdi>
                </div>
              ))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

/** An email about an order: progress, facts, one button, goods, totals, address. */
export function OrderEmail({ email, order }: { email: EmailView; order: EmailOrder }) {
  const { shopName, shopUrl, button, linkHint } = email;
  return (
    <html lang="ar" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Light only: automatic dark mode reduces the contrast. */}
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{email.subject}</title>
        <style>{NARROW}</style>
      </head>
      <body dir="rtl" className="mj-out" style={styles.body}>
        <div style={styles.preheader}>{email.preheader}</div>
        <Column>
          <tr>
            <td style={own.band}>&nbsp;</td>
          </tr>
          <tr>
            <td style={own.bandEnd}>&nbsp;</td>
          </tr>
          <tr>
            <td align="right" className="mj-pad" style={own.body}>
              <p style={own.header}>
                <a href={shopUrl} style={styles.shop}>
                  {shopName}
                </a>
              </p>
              <p style={own.greeting}>{email.greeting}</p>
              <h1 style={own.heading}>{order.title}</h1>
              {email.paragraphs.map((paragraph, index) => (
                <p key={index} style={own.lead}>
                  {paragraph}
                </p>
              ))}
              {order.steps.length > 0 && <Steps order={order} />}
              {order.facts.length > 0 && <Facts order={order} />}
              {button && (
                <table {...LAYOUT} className="mj-btn" style={own.action}>
                  <tbody>
                    <tr>
                      <td align="center" style={styles.actionCell}>
                        <a href={button.url} className="mj-btn" style={styles.actionLink}>
                          {button.label}
                        </a>
                      </td>
                    </tr>
                  </tbody>
                </table>
              )}
              {order.goods.length > 0 && <EmailGoods title={order.goodsTitle} goods={order.goods} />}
              {order.totals.length > 0 && <EmailRows rows={order.totals} />}
              {order.blocks.length > 0 && <Blocks order={order} />}
              {email.notes.map((note, index) => (
                <p key={index} style={styles.note}>
                  {note}
                </p>
              ))}
              <p style={styles.signOff}>{email.signOff}</p>
              {button && linkHint !== null && (
                <>
                  <p style={own.hint}>{linkHint}</p>
                  <p dir="ltr" style={own.address}>
                    <a href={button.url} style={styles.addressLink}>
                      {button.url}
                    </a>
                  </p>
                </>
              )}
            </td>
          </tr>
          <tr>
            <td align="right" className="mj-pad" style={own.footer}>
              <p style={own.help}>{order.helpTitle}</p>
              <p style={styles.why}>{order.help}</p>
              <p style={styles.why}>{email.why}</p>
            </td>
          </tr>
        </Column>
      </body>
    </html>
  );
}
