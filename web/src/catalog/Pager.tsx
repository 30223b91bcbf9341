import type { PagesView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";
import styles from "./Pager.module.css";

export function Pager({ current, total, prevUrl, nextUrl, links }: PagesView) {
  return (
    <nav className={styles.pager} aria-label={catalogText.pages()}>
      {prevUrl && (
        <a href={prevUrl} rel="prev" aria-label={catalogText.pagesPrevious()}>
          <Icon name="prev" />
        </a>
      )}
      {links.map(({ label, url, current: here }, index) =>
        url === null || here ? (
          <span key={index} aria-current={here ? "page" : undefined}>
            {here && (
              <span className="sr">
                {catalogText.pagesOf({ number: String(current), total: String(total) })}
              </span>
            )}
            <bdi aria-hidden={here || undefined}>{label}</bdi>
          </span>
        ) : (
          <a key={index} href={url}>
            <bdi>{label}</bdi>
          </a>
        ),
      )}
      {nextUrl && (
        <a href={nextUrl} rel="next" aria-label={catalogText.pagesNext()}>
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
