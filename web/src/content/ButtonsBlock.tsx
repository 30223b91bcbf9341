import type { BlockView } from "../generated/content";
import controls from "../ui/controls.module.css";
import styles from "./ButtonsBlock.module.css";

type Props = { buttons: Array<Omit<Extract<BlockView, { kind: "button" }>, "kind">> };

/** Links that look like buttons, in one row. */
export function ButtonsBlock({ buttons }: Props) {
  return (
    <div className={styles.row}>
      {buttons.map(({ label, url, isPrimary }, index) => (
        <a
          key={index}
          className={isPrimary ? `${controls.btn} ${controls.btnPrimary}` : controls.btn}
          href={url}
        >
          {label}
        </a>
      ))}
    </div>
  );
}
