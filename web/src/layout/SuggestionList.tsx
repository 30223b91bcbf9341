import * as layoutText from "../generated/messages/layout";
import * as pricingText from "../generated/messages/pricing";
import type { SearchSuggestions, SuggestedLink } from "../generated/search";
import { Amount } from "../pricing/Amount";
import controls from "../ui/controls.module.css";
import { optionId } from "./combobox";
import { SuggestionGroup } from "./SuggestionGroup";
import styles from "./SuggestionList.module.css";
import { SuggestionOption } from "./SuggestionOption";

type Props = {
  listId: string;
  found: SearchSuggestions;
  /** The index of the active option; -1: none. */
  marked: number;
  onPoint: (index: number) => void;
};

/** The suggestions for the typed text. */
export function SuggestionList({ listId, found, marked, onPoint }: Props) {
  const { products, categories, articles, corrected } = found;
  const option = (index: number) => ({
    id: optionId(listId, index),
    isMarked: index === marked,
    onPoint: () => onPoint(index),
  });
  const links = (title: string, some: Array<SuggestedLink>, first: number) =>
    some.length > 0 && (
      <SuggestionGroup title={title}>
        {some.map(({ name, url }, at) => (
          <SuggestionOption key={url} {...option(first + at)} url={url} className={styles.q}>
            {name}
          </SuggestionOption>
        ))}
      </SuggestionGroup>
    );
  return (
    <>
      {corrected && <p className={styles.note}>{layoutText.suggestCorrected({ word: corrected })}</p>}
      {products.length + categories.length + articles.length === 0 ? (
        <p className={styles.note}>{layoutText.suggestNone({ query: found.query })}</p>
      ) : (
        <>
          <div id={listId} role="listbox" aria-label={layoutText.suggestions()}>
            {products.length > 0 && (
              <SuggestionGroup title={layoutText.suggestedProducts()}>
                {products.map(({ name, url, price, from, image }, at) => (
                  <SuggestionOption key={url} {...option(at)} url={url} className={styles.p}>
                    {image ? (
                      <img src={image} alt="" width={52} height={52} />
                    ) : (
                      <span className={styles.none} />
                    )}
                    <span>{name}</span>
                    <span className={styles.price}>
                      {from && <small>{pricingText.from()} </small>}
                      <Amount text={price} />
                    </span>
                  </SuggestionOption>
                ))}
              </SuggestionGroup>
            )}
            {links(layoutText.suggestedCategories(), categories, products.length)}
            {links(layoutText.suggestedArticles(), articles, products.length + categories.length)}
          </div>
          <p className={styles.all}>
            <a className={controls.link} href={found.allUrl}>
              {layoutText.suggestAll()}
            </a>
          </p>
        </>
      )}
    </>
  );
}
