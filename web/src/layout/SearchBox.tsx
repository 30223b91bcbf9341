import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "./texts";

type Props = { id: string; action: string };

/**
 * A plain GET form. The header is the same on every page, so script writes the words searched for into it; suggestions come with
 * suggest.ts, when the field is first entered.
 */
export function SearchBox({ id, action }: Props) {
  return (
    <search>
      <form className="search" action={action} method="get">
        <label className="sr" htmlFor={id}>
          {t("layout.search-label")}
        </label>
        <input
          className="input"
          id={id}
          name="s"
          type="search"
          placeholder={t("layout.search-placeholder")}
          autoComplete="off"
          enterKeyHint="search"
        />
        <input type="hidden" name="post_type" value="product" />
        <button type="submit" className="search__go" aria-label={t("layout.search-submit")}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
