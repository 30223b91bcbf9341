import type { PlotPoint } from "../generated/attribution";
import styles from "./Plot.module.css";

type Props = { points: Array<PlotPoint>; label: string };

const HEIGHT = 100;
const STEP = 10;
const GAP = 2;

/** Bars, one for each day, the oldest at the start of the line. The table beside it has the same numbers. */
export function Plot({ points, label }: Props) {
  const width = points.length * STEP;
  return (
    <figure className={styles.plot}>
      <svg
        className={styles.bars}
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {points.map(({ label: day, value, height }, index) => (
          <rect
            key={day}
            x={width - (index + 1) * STEP + GAP / 2}
            y={HEIGHT - height}
            width={STEP - GAP}
            height={height}
          >
            <title>{`${day}: ${value}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className={styles.ends}>
        <bdi dir="ltr">{points[0]?.label}</bdi>
        <bdi dir="ltr">{points.at(-1)?.label}</bdi>
      </figcaption>
    </figure>
  );
}
