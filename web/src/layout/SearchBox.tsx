import * as layoutText from "../generated/messages/layout";
import { Icon } from "../ui/Icon";

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
          {layoutText.searchLabel()}
        </label>
        <input
          className="input"
          id={id}
          name="s"
          type="search"
          placeholder={layoutText.searchPlaceholder()}
          autoComplete="off"
          enterKeyHint="search"
        />
        <input type="hidden" name="post_type" value="product" />
        <button type="submit" className="search__go" aria-label={layoutText.searchSubmit()}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
