import type { LinkView } from "../generated/edge";
import { LAYOUT } from "./Column";
import { styles } from "./styles";

type Props = { button: LinkView; linkHint: string | null };

/** What the letter was sent for. Below it the same address, for a program that shows no buttons. */
export function EmailButton({ button, linkHint }: Props) {
  return (
    <>
      {/* No `align` here: it would float the table, and the text would flow around it. */}
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
