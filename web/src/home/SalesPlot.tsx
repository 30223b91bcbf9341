import type { DayFigure, SalesView } from "../generated/home";
import * as text from "../generated/messages/staff_orders";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import styles from "./SalesPlot.module.css";

const WIDTH = 700;
const HEIGHT = 220;
const EDGE = 12;

/** Time runs from right to left: the first day is at the right edge. */
function points(days: Array<DayFigure>, top: number, amount: (day: DayFigure) => number): string {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, days.length - 1);
  const place = (day: DayFigure, index: number) => {
    const x = WIDTH - EDGE - index * step;
    const y = HEIGHT - EDGE - (Math.max(0, amount(day)) / top) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  return days.map(place).join(" ");
}

/** Net sales of fourteen days over the fourteen before. The table beside it says the same; each day opens its orders. */
export function SalesPlot({ sales }: { sales: SalesView }) {
  const { days, top, total, totalBefore } = sales;
  return (
    <section className={styles.plot} aria-labelledby="days">
      <h2 id="days">{text.days()}</h2>
      <p className={styles.legend}>
        <span className={styles.this}>
          <Money text={text.daysThis({ amount: total })} />
        </span>
        <span className={styles.before}>
          <Money text={text.daysBefore({ amount: totalBefore })} />
        </span>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.svg} aria-hidden="true" focusable="false">
        {[0, 1, 2, 3].map((line) => {
          const y = EDGE + (line * (HEIGHT - 2 * EDGE)) / 3;
          return <line key={line} className={styles.grid} x1={EDGE} x2={WIDTH - EDGE} y1={y} y2={y} />;
        })}
        <polyline
          className={styles.lineBefore}
          points={points(days, top, ({ amountBefore }) => amountBefore)}
        />
        <polyline className={styles.line} points={points(days, top, ({ amount }) => amount)} />
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{days[0]?.label}</span>
        <span>{days[days.length - 1]?.label}</span>
      </p>
      <details>
        <summary className={controls.link}>{text.daysTable()}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.day()}</th>
              <th scope="col">{text.dayNet()}</th>
              <th scope="col">{text.dayBefore()}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ label, value, before, url }) => (
              <tr key={url}>
                <th scope="row">
                  <a href={url}>{label}</a>
                </th>
                <td>
                  <Money text={value} />
                </td>
                <td>
                  <Money text={before} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <p className={styles.note}>{text.daysNote()}</p>
    </section>
  );
}
