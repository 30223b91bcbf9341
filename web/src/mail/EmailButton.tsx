import type { LinkView } from "../generated/edge";
import { LAYOUT } from "./Column";
import { styles } from "./styles";

type Props = { button: LinkView; linkHint: string | null };

/** The main link of the email. The URL is repeated below for mail clients that do not show buttons. */
export function EmailButton({ button, linkHint }: Props) {
  return (
    <>
      {/* No `align` here: it would float the table, and text would flow around it. */}
      <table {...LAYOUT} style={styles.action}>
        <tbody>
          <tr>
            <td align="center" style={styles.actionCell}>
              <a href={button.url} style={styles.actionLink}>
                {button.label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      {linkHint !== null && (
        <>
          <p style={styles.hint}>{linkHint}</p>
          <p dir="ltr" style={styles.address}>
            <a href={button.url} style={styles.addressLink}>
              {button.url}
            </a>
          </p>
        </>
      )}
    </>
  );
}
