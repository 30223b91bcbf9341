import type { ReactNode } from "react";
import type { ProductPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";

type Tab = { id: string; title: string; content: ReactNode };

/** Until script makes tabs of them (tabs.browser.ts) these are links to parts of the page. */
export function ProductTabs({ description, facts }: Pick<ProductPageView, "description" | "facts">) {
  const tabs: Array<Tab> = [];
  if (description.length > 0) {
    const paragraphs = description.map((paragraph, index) => <p key={index}>{paragraph}</p>);
    tabs.push({
      id: "description",
      title: catalogText.description(),
      content: <div className="prose">{paragraphs}</div>,
    });
  }
  if (facts.length > 0) {
    const rows = facts.map(({ label, value }) => (
      <tr key={label}>
        <th scope="row">{label}</th>
        <td>{value}</td>
      </tr>
    ));
    tabs.push({
      id: "additional_information",
      title: catalogText.facts(),
      content: (
        <table className="attrs">
          <tbody>{rows}</tbody>
        </table>
      ),
    });
  }
  tabs.push({
    id: "reviews",
    title: catalogText.reviews(),
    content: (
      <div id="reviews" className="tabpanel__none">
        <p>{catalogText.reviewsNone()}</p>
      </div>
    ),
  });
  tabs.push({
    id: "cr_qna",
    title: catalogText.questions(),
    content: (
      <div className="cr-qna-block tabpanel__none">
        <p>{catalogText.questionsNone()}</p>
      </div>
    ),
  });
  return (
    <div className="wc-tabs-wrapper" data-tabs="">
      <ul className="tabs" aria-label={catalogText.details()}>
        {tabs.map(({ id, title }) => (
          <li key={id}>
            <a id={`tab-title-${id}`} href={`#tab-${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      {tabs.map(({ id, title, content }) => (
        <section key={id} id={`tab-${id}`} className="tabpanel" aria-labelledby={`tab-title-${id}`}>
          <h2 className="tabpanel__title">{title}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
