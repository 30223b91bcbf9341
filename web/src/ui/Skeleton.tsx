import { classes } from "./classes";
import styles from "./Skeleton.module.css";

type Props = { shape?: "text" | "picture" | "control"; width?: "full" | "long" | "half" | "short" };

/** A placeholder with the size of content that is loading. */
export function Skeleton({ shape = "text", width = "full" }: Props) {
  return <span className={classes(styles.skeleton, styles[shape], styles[width])} aria-hidden="true" />;
}
