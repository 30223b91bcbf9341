import type { LinkView } from "../generated/edge";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";

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
            aria-label={catalogText.filterRemove({ name: label })}
          >
            {label}
            <Icon name="x" size="s" />
          </a>
        </li>
      ))}
      <li>
        <a className="link" href={clearUrl}>
          {catalogText.filterClear()}
        </a>
      </li>
    </ul>
  );
}
