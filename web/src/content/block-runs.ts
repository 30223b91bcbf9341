import type { BlockView } from "../generated/content";

type Of<Kind extends BlockView["kind"]> = Extract<BlockView, { kind: Kind }>;

export type WideBlock = Of<"products" | "reviews-grid" | "reviews-slider">;
export type ButtonView = Of<"button">;
export type ColumnBlock = Exclude<BlockView, WideBlock | ButtonView>;

export type Run =
  | { kind: "wide"; first: number; block: WideBlock }
  /** Neighbouring buttons share a row. */
  | { kind: "column"; first: number; blocks: Array<ColumnBlock | Array<ButtonView>> };

const isWide = (block: BlockView): block is WideBlock =>
  block.kind === "products" || block.kind === "reviews-grid" || block.kind === "reviews-slider";

/** Splits the blocks into those of the text column and those of the page's width. `first` is a position in `blocks`. */
export function runsOf(blocks: Array<BlockView>): Array<Run> {
  const runs: Array<Run> = [];
  for (const [index, block] of blocks.entries()) {
    if (isWide(block)) {
      runs.push({ kind: "wide", first: index, block });
      continue;
    }
    let run = runs.at(-1);
    if (run?.kind !== "column") {
      run = { kind: "column", first: index, blocks: [] };
      runs.push(run);
    }
    if (block.kind !== "button") {
      run.blocks.push(block);
      continue;
    }
    const last = run.blocks.at(-1);
    if (Array.isArray(last)) last.push(block);
    else run.blocks.push([block]);
  }
  return runs;
}
