import * as questionsText from "../generated/messages/questions";
import type { QuestionsPageView } from "../generated/questions";
import { Island } from "../renderer/Island";
import { ProductLink } from "../reviews/ProductLink";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { Questions } from "./Questions.island";
import styles from "./QuestionsPage.module.css";

/** The questions of a product on a page of their own. Search and further pages lead here without script. */
export function QuestionsPage({ title, crumbs, item, section }: QuestionsPageView) {
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs crumbs={crumbs} />
      <h1>{title}</h1>
      <ProductLink {...item} />
      <h2 className="sr">{questionsText.title()}</h2>
      <Island of={Questions} id="questions" on="visible" props={section} />
    </div>
  );
}
