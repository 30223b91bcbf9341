import type { BlockView } from "../generated/content";

type Of<Kind extends BlockView["kind"]> = Extract<BlockView, { kind: Kind }>;

const WIDE = ["products", "reviews-grid", "reviews-slider", "figures", "people"] as const;

export type WideBlock = Of<(typeof WIDE)[number]>;
export type ButtonView = Of<"button">;
export type ContactsView = Of<"contacts">;
/** A form, with the ways to reach the shop in front of it. */
export type FormView = Of<"form"> & { contacts: ContactsView | null };
export type ColumnBlock = Exclude<BlockView, WideBlock | ButtonView | Of<"form">> | FormView;

export type Run =
  /** Buttons that follow people belong to them. */
  | { kind: "wide"; first: number; block: WideBlock; buttons: Array<ButtonView> }
  /** Neighbouring buttons share a row. */
  | { kind: "column"; first: number; blocks: Array<ColumnBlock | Array<ButtonView>> };

const isWide = (block: BlockView): block is WideBlock =>
  (WIDE as ReadonlyArray<BlockView["kind"]>).includes(block.kind);

/** Splits the blocks into those of the text column and those of the page's width. `first` is a position in `blocks`. */
export function runsOf(blocks: Array<BlockView>): Array<Run> {
  const runs: Array<Run> = [];
  for (const [index, block] of blocks.entries()) {
    if (isWide(block)) {
      runs.push({ kind: "wide", first: index, block, buttons: [] });
      continue;
    }
    let run = runs.at(-1);
    if (block.kind === "button" && run?.kind === "wide" && run.block.kind === "people") {
      run.buttons.push(block);
      continue;
    }
    if (run?.kind !== "column") {
      run = { kind: "column", first: index, blocks: [] };
      runs.push(run);
    }
    const last = run.blocks.at(-1);
    if (block.kind === "form") {
      const contacts = last && !Array.isArray(last) && last.kind === "contacts" ? last : null;
      if (contacts) run.blocks.pop();
      run.blocks.push({ ...block, contacts });
      continue;
    }
    if (block.kind !== "button") {
      run.blocks.push(block);
      continue;
    }
    if (Array.isArray(last)) last.push(block);
    else run.blocks.push([block]);
  }
  return runs;
}
