import type { EmailAnswer } from "../generated/mail";
import { LAYOUT } from "./Column";
import { styles } from "./styles";

/** What was sent with a form, element by element. */
export function EmailAnswers({ answers }: { answers: Array<EmailAnswer> }) {
  const { role: _, ...table } = LAYOUT;
  return (
    <table {...table} width="100%" style={styles.rows}>
      <tbody>
        {answers.map(({ label, lines, links }, index) => (
          <tr key={index}>
            <th scope="row" align="right" style={styles.answerLabel}>
              {label}
            </th>
            <td align="right" style={styles.answerText}>
              {lines.map((line, at) => (
                <div key={at} dir="auto">
                  {line}
                </div>
              ))}
              {links.map((link) => (
                <div key={link.url}>
                  <a href={link.url} style={styles.link}>
                    <bdi>{link.label}</bdi>
                  </a>
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
