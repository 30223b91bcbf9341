import { Picture } from "../catalog/Picture";
import type { BlockView } from "../generated/content";
import styles from "./PictureBlock.module.css";

/** A picture of the text column, with its caption. */
export function PictureBlock({ picture, caption }: Omit<Extract<BlockView, { kind: "picture" }>, "kind">) {
  return (
    <figure className={styles.figure}>
      <Picture {...picture} sizes="(min-width: 850px) 46rem, 92vw" />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
