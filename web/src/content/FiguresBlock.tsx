import type { BlockView } from "../generated/content";
import styles from "./FiguresBlock.module.css";

type Props = Omit<Extract<BlockView, { kind: "figures" }>, "kind">;

/** Numbers about the shop, side by side. */
export function FiguresBlock({ label, figures }: Props) {
  return (
    <div className="wrap">
      <h2 className="sr">{label}</h2>
      <div className={styles.figures}>
        {figures.map(({ value, text }, index) => (
          <p key={index}>
            <b>{value}</b> {text}
          </p>
        ))}
      </div>
    </div>
  );
}
