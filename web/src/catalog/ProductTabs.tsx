import type { ReactNode } from "react";
import type { ProductPageView } from "../generated/catalog";
import { t } from "../ui/messages";
import "./texts";

type Tab = { id: string; title: string; content: ReactNode };

/** Until script makes tabs of them (tabs.browser.ts) these are links to parts of the page. */
export function ProductTabs({ description, facts }: Pick<ProductPageView, "description" | "facts">) {
  const tabs: Array<Tab> = [];
  if (description.length > 0) {
    const paragraphs = description.map((paragraph, index) => <p key={index}>{paragraph}</p>);
    tabs.push({
      id: "description",
      title: t("catalog.description"),
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
      title: t("catalog.facts"),
      content: (
        <table className="attrs">
          <tbody>{rows}</tbody>
        </table>
      ),
    });
  }
  tabs.push({
    id: "reviews",
    title: t("catalog.reviews"),
    content: (
      <div id="reviews" className="tabpanel__none">
        <p>{t("catalog.reviews-none")}</p>
      </div>
    ),
  });
  tabs.push({
    id: "cr_qna",
    title: t("catalog.questions"),
    content: (
      <div className="cr-qna-block tabpanel__none">
        <p>{t("catalog.questions-none")}</p>
      </div>
    ),
  });
  return (
    <div className="wc-tabs-wrapper" data-tabs="">
      <ul className="tabs" aria-label={t("catalog.details")}>
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
