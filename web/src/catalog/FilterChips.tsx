import type { LinkView } from "../generated/edge";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "./texts";

/** What is filtered by now: each goes with a press. */
export function FilterChips({ chips, clearUrl }: { chips: Array<LinkView>; clearUrl: string }) {
  return (
    <ul className="chips">
      {chips.map(({ label, url }) => (
        <li key={url}>
          <a
            className="chip"
            href={url}
            rel="nofollow"
            aria-label={t("catalog.filter-remove", { name: label })}
          >
            {label}
            <Icon name="x" size="s" />
          </a>
        </li>
      ))}
      <li>
        <a className="link" href={clearUrl}>
          {t("catalog.filter-clear")}
        </a>
      </li>
    </ul>
  );
}
