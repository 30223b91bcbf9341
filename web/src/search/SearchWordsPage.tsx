import * as accountsText from "../generated/messages/accounts";
import * as catalogText from "../generated/messages/catalog";
import * as searchText from "../generated/messages/search";
import type { SearchWordsPageView } from "../generated/search";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { MeaningForm } from "./MeaningForm";
import styles from "./SearchWordsPage.module.css";

function Unanswered({ unanswered, canChange }: SearchWordsPageView) {
  if (unanswered.length === 0) return <p>{searchText.unansweredNone()}</p>;
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{searchText.query()}</th>
          <th scope="col">{searchText.takenFor()}</th>
          <th scope="col">{searchText.times()}</th>
          {canChange && <th scope="col">{searchText.addMeaning()}</th>}
        </tr>
      </thead>
      <tbody>
        {unanswered.map(({ query, takenFor, times, editUrl }) => (
          <tr key={query}>
            <td data-label={searchText.query()}>
              <bdi>{query}</bdi>
            </td>
            <td data-label={searchText.takenFor()}>
              <bdi>{takenFor ?? searchText.takenForNone()}</bdi>
            </td>
            <td data-label={searchText.times()}>{times}</td>
            {canChange && (
              <td data-label={searchText.addMeaning()}>
                <a className={controls.link} href={editUrl} aria-label={searchText.addWord({ query })}>
                  {searchText.addMeaning()}
                </a>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Meanings({ meanings, canChange, action, nonce }: SearchWordsPageView) {
  if (meanings.length === 0) return <p>{searchText.noneListed()}</p>;
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{searchText.word()}</th>
          <th scope="col">{searchText.meaning()}</th>
          <th scope="col">{searchText.kind()}</th>
          {canChange && <th scope="col">{searchText.edit()}</th>}
        </tr>
      </thead>
      <tbody>
        {meanings.map(({ word, meaning, kind, editUrl }) => (
          <tr key={word}>
            <td data-label={searchText.word()}>
              <bdi>{word}</bdi>
            </td>
            <td data-label={searchText.meaning()}>{meaning || searchText.meaningOff()}</td>
            <td data-label={searchText.kind()}>{kind}</td>
            {canChange && (
              <td data-label={searchText.edit()}>
                <form className={styles.buttons} method="post" action={action}>
                  <HiddenInputs
                    pairs={[
                      ["nonce", nonce],
                      ["word", word],
                    ]}
                  />
                  <a className={controls.link} href={editUrl} aria-label={searchText.editWord({ word })}>
                    {searchText.edit()}
                  </a>
                  <button
                    type="submit"
                    className={controls.link}
                    name="do"
                    value="remove"
                    aria-label={searchText.removeWord({ word })}
                  >
                    {searchText.remove()}
                  </button>
                </form>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The staff page of search words: queries without an answer, meanings of words, and ranking by use. */
export function SearchWordsPage(page: SearchWordsPageView) {
  const { action, nonce, canChange, notice, homeUrl, filter, prevUrl, nextUrl, isRankedByUse } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={homeUrl}>
        {accountsText.staff()}
      </a>
      <h1>{searchText.title()}</h1>
      <p>{searchText.intro()}</p>
      {notice && (
        <Notice kind="ok" focused>
          {notice}
        </Notice>
      )}
      <section className={styles.part}>
        <h2>{searchText.unanswered()}</h2>
        <p>{searchText.unansweredHint()}</p>
        <Unanswered {...page} />
      </section>
      <section className={styles.part} id="meaning">
        <h2>{searchText.meanings()}</h2>
        {canChange ? <MeaningForm {...page} /> : <p>{searchText.adminOnly()}</p>}
        <form className={styles.buttons} method="get" action={action}>
          <Field id="words-filter" name="q" label={searchText.filter()} defaultValue={filter} />
          <button type="submit" className={controls.btn}>
            {searchText.show()}
          </button>
        </form>
        <Meanings {...page} />
        {(prevUrl || nextUrl) && (
          <p className={styles.buttons}>
            {prevUrl && (
              <a className={controls.btn} href={prevUrl}>
                {catalogText.pagesPrevious()}
              </a>
            )}
            {nextUrl && (
              <a className={controls.btn} href={nextUrl}>
                {catalogText.pagesNext()}
              </a>
            )}
          </p>
        )}
      </section>
      <section className={styles.part}>
        <h2>{searchText.byUse()}</h2>
        <p>{searchText.byUseHint()}</p>
        <p>{isRankedByUse ? searchText.byUseOn() : searchText.byUseOff()}</p>
        {canChange && (
          <form method="post" action={action}>
            <HiddenInputs pairs={[["nonce", nonce]]} />
            <button
              type="submit"
              className={controls.btn}
              name="do"
              value={isRankedByUse ? "rank-off" : "rank-on"}
            >
              {isRankedByUse ? searchText.turnOff() : searchText.turnOn()}
            </button>
          </form>
        )}
      </section>
    </div>
  );
}
