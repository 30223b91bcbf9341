import { AdminIcon } from "../admin/AdminIcon";
import { Picture } from "../catalog/Picture";
import type { ChoiceForm, LibraryPicture, MediaPageView } from "../generated/media_library";
import * as text from "../generated/messages/media_library";
import { ProductNotice } from "../staff_products/ProductNotice";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import styles from "./MediaPage.module.css";
import { UploadForm } from "./UploadForm";

type TileProps = { row: LibraryPicture; choice: ChoiceForm | null };

function Choose({ row: { name, title }, choice }: TileProps) {
  if (!choice) return null;
  if (choice.has.includes(name)) return <span className={styles.mark}>{text.chosen()}</span>;
  return (
    <form method="post" action={choice.action}>
      <HiddenInputs
        pairs={[
          ["nonce", choice.nonce],
          ["name", name],
        ]}
      />
      <button
        type="submit"
        className={`${controls.btn} ${controls.btnSm}`}
        aria-label={text.chooseOne({ title })}
      >
        {text.choose()}
      </button>
    </form>
  );
}

function Marks({ row: { isUndescribed, isLarge } }: { row: LibraryPicture }) {
  return (
    <>
      {isUndescribed && <span className={styles.warn}>{text.undescribed()}</span>}
      {isLarge && <span className={styles.warn}>{text.large()}</span>}
    </>
  );
}

/** The name beside the picture describes the link. */
const silent = (row: LibraryPicture) => ({ ...row.picture, alt: "" });

function Tile({ row, choice }: TileProps) {
  return (
    <li className={styles.tile}>
      <a href={row.url}>
        <span className={styles.image}>
          <Picture {...silent(row)} sizes="12rem" />
        </span>
        <bdi className={styles.name} dir="auto">
          {row.title}
        </bdi>
      </a>
      <span className={styles.marks}>
        <Marks row={row} />
      </span>
      <Choose row={row} choice={choice} />
    </li>
  );
}

function Row({ row, choice }: TileProps) {
  return (
    <tr>
      <td className={styles.wide}>
        <a className={styles.line} href={row.url}>
          <span className={styles.thumb}>
            <Picture {...silent(row)} sizes="3rem" />
          </span>
          <bdi dir="auto">{row.title}</bdi>
        </a>
        <Marks row={row} />
        <Choose row={row} choice={choice} />
      </td>
      <td data-label={text.size()}>
        <bdi dir="ltr">{row.size}</bdi>
      </td>
      <td data-label={text.bytes()}>
        <bdi dir="ltr">{row.bytes}</bdi>
      </td>
      <td data-label={text.addedAt()}>{row.added}</td>
    </tr>
  );
}

function Sieve({ url, others, query, chips, clearUrl, looks }: MediaPageView) {
  return (
    <search>
      <form className={styles.sieve} method="get" action={url}>
        <HiddenInputs pairs={others} />
        <input
          className={`${forms.input} ${styles.find}`}
          type="search"
          name="s"
          defaultValue={query}
          aria-label={text.search()}
          placeholder={text.search()}
        />
        <button type="submit" className={controls.btn}>
          <AdminIcon name="search" />
          {text.searchButton()}
        </button>
        <nav className={styles.looks} aria-label={text.looks()}>
          {looks.map((look) => (
            <a key={look.url} href={look.url} aria-current={look.isCurrent ? "true" : undefined}>
              {look.label}
            </a>
          ))}
        </nav>
      </form>
      {clearUrl && (
        <ul className={styles.chips} aria-label={text.filters()}>
          {chips.map(({ label, url: without }) => (
            <li key={label}>
              <a className={styles.chip} href={without} aria-label={text.removeFilter({ label })}>
                <bdi>{label}</bdi>
                <AdminIcon name="x" />
              </a>
            </li>
          ))}
          <li>
            <a className={controls.link} href={clearUrl}>
              {text.clear()}
            </a>
          </li>
        </ul>
      )}
    </search>
  );
}

function Results({ rows, isGrid, choice, empty }: MediaPageView) {
  if (empty) return <p className={styles.empty}>{empty}</p>;
  if (isGrid) {
    return (
      <ul className={styles.grid} aria-label={text.results()}>
        {rows.map((row) => (
          <Tile key={row.name} row={row} choice={choice} />
        ))}
      </ul>
    );
  }
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          <th scope="col">{text.picture()}</th>
          <th scope="col">{text.size()}</th>
          <th scope="col">{text.bytes()}</th>
          <th scope="col">{text.addedAt()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.name} row={row} choice={choice} />
        ))}
      </tbody>
    </table>
  );
}

/** The shop's own pictures: the state of the list is its address. */
export function MediaPage(page: MediaPageView) {
  const { notice, choice, tabs, nextUrl, waiting, upload, count } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <div>
        <h1>{text.title()}</h1>
        <p className={styles.count}>{count}</p>
      </div>
      {notice && <ProductNotice notice={notice} />}
      {choice ? (
        <Notice kind="info">
          {text.choosing({ name: choice.product })}{" "}
          <a className={controls.link} href={choice.backUrl}>
            {text.chooseBack()}
          </a>
        </Notice>
      ) : (
        <details className={styles.upload}>
          <summary className={`${controls.btn} ${controls.btnPrimary}`}>{text.uploadTitle()}</summary>
          <UploadForm form={upload} label={text.uploadFiles()} hint={text.uploadHint()} multiple>
            {text.upload()}
          </UploadForm>
        </details>
      )}
      {waiting.length > 0 && (
        <section className={styles.card} aria-label={text.waitingTitle()}>
          <ul className={styles.waiting}>
            {waiting.map((file, place) => (
              <li key={place}>
                <bdi dir="auto">{file.name}</bdi>{" "}
                <span className={file.isRefused ? styles.bad : undefined}>{file.text}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.card}>
        <nav className={styles.views} aria-label={text.lists()}>
          {tabs.map(({ label, url, isCurrent }) => (
            <a key={label} href={url} aria-current={isCurrent ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <Sieve {...page} />
        <Results {...page} />
        {nextUrl && (
          <p className={styles.foot}>
            <a className={controls.btn} href={nextUrl}>
              {text.more()}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}
