import { classes } from "./classes";
import styles from "./Skeleton.module.css";

type Props = { shape?: "text" | "picture" | "control"; width?: "full" | "long" | "half" | "short" };

/** Holds the place, and the size, of something that is still on its way. */
export function Skeleton({ shape = "text", width = "full" }: Props) {
  return <span className={classes(styles.skeleton, styles[shape], styles[width])} aria-hidden="true" />;
}
