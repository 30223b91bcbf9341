import { ProductRow } from "../catalog/ProductRow";
import type { BlockView } from "../generated/content";
import { Island } from "../renderer/Island";
import { ReviewGrid } from "../reviews/ReviewGrid.island";
import { ReviewSlides } from "../reviews/ReviewSlides.island";
import { classes } from "../ui/classes";
import { ButtonsBlock } from "./ButtonsBlock";
import { type ButtonView, type ColumnBlock, runsOf, type WideBlock } from "./block-runs";
import { ContactsBlock } from "./ContactsBlock";
import styles from "./ContentBlocks.module.css";
import { FiguresBlock } from "./FiguresBlock";
import { FormBlock } from "./FormBlock";
import { HeadingBlock } from "./HeadingBlock";
import { PeopleBlock } from "./PeopleBlock";
import { PictureBlock } from "./PictureBlock";
import { PictureGallery } from "./PictureGallery.island";
import { SafeHtml } from "./SafeHtml";
import { TabsBlock } from "./TabsBlock";

type Props = {
  blocks: Array<BlockView>;
  /** The column of text: of the page's width, narrow, or without a margin of its own. */
  column: "wide" | "narrow" | "inside";
};

const COLUMNS = { wide: "wrap", narrow: `wrap ${styles.narrow}`, inside: undefined };

function column(block: ColumnBlock | Array<ButtonView>, key: number) {
  if (Array.isArray(block)) return <ButtonsBlock key={key} buttons={block} />;
  switch (block.kind) {
    case "heading":
      return <HeadingBlock key={key} {...block} />;
    case "text":
      return <SafeHtml key={key} html={block.html} />;
    case "picture":
      return <PictureBlock key={key} {...block} />;
    case "gallery":
      return (
        <Island
          key={key}
          of={PictureGallery}
          id={`gallery-${key}`}
          on="interaction"
          props={{ label: block.label, pictures: block.pictures }}
        />
      );
    case "tabs":
      return <TabsBlock key={key} {...block} />;
    case "contacts":
      return <ContactsBlock key={key} {...block} />;
    case "form":
      return <FormBlock key={key} form={block.form} contacts={block.contacts} />;
  }
}

function wide(block: WideBlock, buttons: Array<ButtonView>, key: number) {
  switch (block.kind) {
    case "figures":
      return <FiguresBlock {...block} />;
    case "people":
      return <PeopleBlock {...block} buttons={buttons} />;
    case "products":
      return <ProductRow {...block.row} />;
    case "reviews-grid":
      return (
        <div className="wrap">
          <Island of={ReviewGrid} id={`review-grid-${key}`} on="visible" props={block.grid} />
        </div>
      );
    case "reviews-slider":
      return <Island of={ReviewSlides} id={`review-slides-${key}`} on="visible" props={block.slides} />;
  }
}

/** The blocks of a page or post. Products, reviews, figures and people interrupt the column of text: they have the page's width. */
export function ContentBlocks({ blocks, column: width }: Props) {
  return runsOf(blocks).map((run) =>
    run.kind === "wide" ? (
      <section
        key={run.first}
        className={classes("section", run.block.kind !== "people" && "section--lime", styles.wide)}
      >
        {wide(run.block, run.buttons, run.first)}
      </section>
    ) : (
      <div key={run.first} className={COLUMNS[width]}>
        <div className={styles.column}>
          {run.blocks.map((block, index) => column(block, run.first + index))}
        </div>
      </div>
    ),
  );
}
