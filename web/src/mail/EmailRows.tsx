import type { EmailRow } from "../generated/mail";
import { Amount } from "../pricing/Amount";
import { LAYOUT } from "./Column";
import { styles } from "./styles";

/** The lines and totals of an order. A data table: its first column labels the second. */
export function EmailRows({ rows }: { rows: Array<EmailRow> }) {
  const { role: _, ...table } = LAYOUT;
  return (
    <table {...table} width="100%" style={styles.rows}>
      <tbody>
        {rows.map(({ label, notes, amount, isTotal }, index) => (
          <tr key={index}>
            <th scope="row" align="right" style={isTotal ? styles.totalLabel : styles.rowLabel}>
              {label}
              {notes.map((note, at) => (
                <div key={at} style={styles.rowNote}>
                  {note}
                </div>
              ))}
            </th>
            <td align="left" style={isTotal ? styles.totalAmount : styles.rowAmount}>
              <Amount text={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
