import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { COLUMN, styles } from "./styles";

/** A layout table. It has its own `dir`, because mail clients strip the document's. */
export const LAYOUT = {
  role: "presentation",
  dir: "rtl",
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
} as const;

// Word does not support max-width; only Word sees this outer table.
const OPEN = `<!--[if mso]><table role="presentation" dir="rtl" align="center" width="${COLUMN}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const CLOSE = "<!--[if mso]></td></tr></table><![endif]-->";

/** The rows of an email, centred and with a limited line length. */
export function Column({ children }: { children: ReactNode }) {
  const rows = renderToStaticMarkup(
    <table {...LAYOUT} width="100%" style={styles.column}>
      <tbody>{children}</tbody>
    </table>,
  );
  return (
    <table {...LAYOUT} width="100%" style={styles.page}>
      <tbody>
        <tr>
          <td
            align="center"
            style={styles.margin}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup between two constants
            dangerouslySetInnerHTML={{ __html: OPEN + rows + CLOSE }}
          />
        </tr>
      </tbody>
    </table>
  );
}
