import type { ReactNode } from "react";
import type { ProductPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Questions } from "../questions/Questions.island";
import { Held } from "../renderer/Held";
import { Island } from "../renderer/Island";
import { ReviewSection } from "../reviews/ReviewSection";
import { show } from "../ui/text-parts";
import styles from "./ProductTabs.module.css";

type Tab = { id: string; title: string; count?: number; content: ReactNode };

/** Links to sections of the page, until tabs.browser.ts turns them into tabs. */
export function ProductTabs({
  description,
  specifications,
  reviews,
  questions,
}: Pick<ProductPageView, "description" | "specifications" | "reviews" | "questions">) {
  const tabs: Array<Tab> = [];
  if (description.length > 0) {
    const paragraphs = description.map((paragraph, index) => <p key={index}>{paragraph}</p>);
    tabs.push({
      id: "description",
      title: catalogText.description(),
      content: <div className="prose">{paragraphs}</div>,
    });
  }
  if (specifications.length > 0) {
    const rows = specifications.map(({ label, value }) => (
      <tr key={label}>
        <th scope="row">{label}</th>
        <td>{value}</td>
      </tr>
    ));
    tabs.push({
      id: "additional_information",
      title: catalogText.facts(),
      content: (
        <table className={styles.attrs}>
          <tbody>{rows}</tbody>
        </table>
      ),
    });
  }
  tabs.push({
    id: "reviews",
    title: catalogText.reviews(),
    count: reviews.rating?.count,
    content: (
      <div id="reviews">
        <ReviewSection section={reviews.section} classicForm={reviews.classicForm} />
      </div>
    ),
  });
  tabs.push({
    id: "cr_qna",
    title: catalogText.questions(),
    count: questions.count,
    content: (
      <div className="cr-qna-block">
        {questions.section === null ? (
          <Held name="questions" of={Questions} />
        ) : (
          <Island of={Questions} id="questions" on="visible" props={questions.section} />
        )}
      </div>
    ),
  });
  return (
    <div className={styles.wcTabsWrapper} data-tabs="">
      <ul className={styles.tabs} aria-label={catalogText.details()}>
        {tabs.map(({ id, title, count }) => (
          <li key={id}>
            <a id={`tab-title-${id}`} href={`#tab-${id}`}>
              {title} {count ? <small>({show(count)})</small> : null}
            </a>
          </li>
        ))}
      </ul>
      {tabs.map(({ id, title, content }) => (
        <section key={id} id={`tab-${id}`} className={styles.tabpanel} aria-labelledby={`tab-title-${id}`}>
          <h2 className={styles.title}>{title}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
