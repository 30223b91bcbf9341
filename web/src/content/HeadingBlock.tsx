import type { BlockView } from "../generated/content";
import styles from "./HeadingBlock.module.css";

const TAGS = { 3: "h3", 4: "h4" } as const;

/** A heading that links can lead to. The page's title is the only one of level 1. */
export function HeadingBlock({ id, level, text }: Omit<Extract<BlockView, { kind: "heading" }>, "kind">) {
  const Heading = TAGS[level as keyof typeof TAGS] ?? "h2";
  return (
    <Heading id={id} className={styles.heading} dir="auto">
      {text}
    </Heading>
  );
}
