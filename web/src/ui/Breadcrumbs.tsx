import type { LinkView } from "../generated/edge";
import * as commonText from "../generated/messages/common";
import styles from "./Breadcrumbs.module.css";

/** The path from the home page; the last entry is the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: Array<LinkView> }) {
  const last = crumbs.length - 1;
  return (
    <nav className={styles.crumbs} aria-label={commonText.breadcrumbs()}>
      <ol>
        {crumbs.map(({ label, url }, index) => (
          <li key={index} aria-current={index === last ? "page" : undefined}>
            {index === last ? label : <a href={url}>{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
