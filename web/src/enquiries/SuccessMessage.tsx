import { useEffect, useRef } from "react";
import { ServerHtml } from "../runtime/ServerHtml";
import { classes } from "../ui/classes";
import { Icon } from "../ui/Icon";
import { scrollAbove } from "../ui/scroll-above";
import styles from "./SuccessMessage.module.css";

const SCROLL = { above: 50, lasts: 500 };

type Props = {
  /** Null: nothing was sent, or its time is over. */
  html: string | null;
  /** How often a form was accepted: each time the page moves here. */
  moves: number;
};

/** Where a form says that it was sent. */
export function SuccessMessage({ html, moves }: Props) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moves === 0 || !area.current) return;
    area.current.focus({ preventScroll: true });
    scrollAbove(area.current, SCROLL);
  }, [moves]);
  return (
    <div
      ref={area}
      className={classes(styles.success, html === null && styles.empty)}
      role="status"
      tabIndex={-1}
      data-success=""
    >
      <span className={styles.icon}>
        <Icon name="check" size="l" />
      </span>
      <ServerHtml className="prose" html={html ?? ""} />
    </div>
  );
}
