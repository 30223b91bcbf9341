import * as text from "../generated/messages/staff_stock";
import type { MovementView } from "../generated/staff_stock";
import controls from "../ui/controls.module.css";
import styles from "./Movements.module.css";

/** Lines of the ledger, newest first. */
export function Movements({ movements, caption }: { movements: Array<MovementView>; caption: string }) {
  if (movements.length === 0) return <p className={styles.none}>{text.noMovements()}</p>;
  return (
    <table className={styles.lines}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text.what()}</th>
          <th scope="col">{text.delta()}</th>
          <th scope="col">{text.balance()}</th>
          <th scope="col">{text.movedAt()}</th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ text: what, orderUrl, note, delta, balance, time }, index) => (
          <tr key={index}>
            <td className={styles.what}>
              {orderUrl ? (
                <a className={controls.link} href={orderUrl}>
                  {what}
                </a>
              ) : (
                what
              )}
              {note && (
                <small>
                  <bdi>{note}</bdi>
                </small>
              )}
            </td>
            <td data-label={text.delta()}>
              <bdi dir="ltr" className={delta.startsWith("-") ? styles.less : undefined}>
                {delta}
              </bdi>
            </td>
            <td data-label={text.balance()}>
              <bdi dir="ltr">{balance}</bdi>
            </td>
            <td data-label={text.movedAt()}>{time}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
