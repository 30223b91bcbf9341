import { useState } from "react";
import * as layoutText from "../generated/messages/layout";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { forgetSearch, forgetSearches, readRecent } from "./recent-searches";
import styles from "./SearchStart.module.css";

type Props = {
  /** The URL of the results page. */
  action: string;
  popular: Array<string>;
};

/** Below the empty search box: what was searched for in this browser, and what many search for. */
export function SearchStart({ action, popular }: Props) {
  const [recent, setRecent] = useState(readRecent);
  const url = (word: string) => `${action}?${new URLSearchParams({ s: word, post_type: "product" })}`;
  return (
    <>
      {recent.length > 0 && (
        <section className={styles.group} aria-label={layoutText.searchRecent()}>
          <div className={styles.head}>
            <h2>{layoutText.searchRecent()}</h2>
            <button type="button" className={controls.link} onClick={() => setRecent(forgetSearches())}>
              {layoutText.searchForgetAll()}
            </button>
          </div>
          <ul>
            {recent.map((word) => (
              <li key={word} className={styles.row}>
                <a href={url(word)}>
                  <Icon name="clock" size="s" />
                  {word}
                </a>
                <button
                  type="button"
                  className={controls.iconBtn}
                  aria-label={layoutText.searchForget({ word })}
                  onClick={() => setRecent(forgetSearch(word))}
                >
                  <Icon name="x" size="s" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {popular.length > 0 && (
        <section className={styles.group} aria-label={layoutText.searchPopular()}>
          <div className={styles.head}>
            <h2>{layoutText.searchPopular()}</h2>
          </div>
          <ul>
            {popular.map((word) => (
              <li key={word} className={styles.row}>
                <a href={url(word)}>
                  <Icon name="search" size="s" />
                  {word}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
