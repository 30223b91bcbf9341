import { useId } from "react";
import type { PlotView } from "../generated/edge";
import * as commonText from "../generated/messages/common";
import styles from "./Bars.module.css";

const WIDTH = 600;
const HEIGHT = 160;
/** Part of an interval that its bar takes. */
const BAR = 0.7;
/** A bar above zero stays visible. */
const MIN_BAR = 2;

/** Bars over time, oldest first, and the same figures as a table: the text alternative of the plot. */
export function Bars({ title, total, interval, measure, bars }: PlotView) {
  const id = useId();
  const step = WIDTH / Math.max(bars.length, 1);
  return (
    <figure className={styles.plot} aria-labelledby={`${id}-title`}>
      <figcaption className={styles.head}>
        <b id={`${id}-title`}>{title}</b>
        <p>{total}</p>
      </figcaption>
      {bars.some(({ height }) => height > 0) ? (
        <>
          {/* The direction of time is that of the text. */}
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title} preserveAspectRatio="none">
            <path className={styles.line} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
            {bars.map(({ label, height }, index) => {
              const tall = height > 0 ? Math.max((height / 100) * HEIGHT, MIN_BAR) : 0;
              const x = WIDTH - (index + 1) * step + (step * (1 - BAR)) / 2;
              return (
                <rect
                  key={label}
                  className={styles.bar}
                  x={x}
                  y={HEIGHT - tall}
                  width={step * BAR}
                  height={tall}
                />
              );
            })}
          </svg>
          <p className={styles.ends} aria-hidden="true">
            <span>{bars[0]?.label}</span>
            <span>{bars.at(-1)?.label}</span>
          </p>
          <details>
            <summary>{commonText.plotTable()}</summary>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{interval}</th>
                  <th scope="col">{measure}</th>
                </tr>
              </thead>
              <tbody>
                {bars.map(({ label, text: value }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td>
                      <bdi dir="ltr">{value}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      ) : (
        <p className={styles.empty}>{commonText.plotEmpty()}</p>
      )}
    </figure>
  );
}
