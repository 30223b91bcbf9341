import type { PagesView } from "../generated/catalog";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "./texts";

export function Pager({ current, total, prevUrl, nextUrl, links }: PagesView) {
  return (
    <nav className="pager" aria-label={t("catalog.pages")}>
      {prevUrl && (
        <a href={prevUrl} rel="prev" aria-label={t("catalog.pages-previous")}>
          <Icon name="prev" />
        </a>
      )}
      {links.map(({ label, url, current: here }, index) =>
        url === null || here ? (
          <span key={index} aria-current={here ? "page" : undefined}>
            {here && (
              <span className="sr">
                {t("catalog.pages-of", { number: String(current), total: String(total) })}
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
        <a href={nextUrl} rel="next" aria-label={t("catalog.pages-next")}>
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
