import type { InboxPageView, InboxPersonView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { Field } from "../ui/Field";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { SelectField } from "../ui/SelectField";
import styles from "./InboxPage.module.css";

/** The form that the check boxes of the rows belong to. */
const BULK = "inbox-bulk";

function UndoButton({ action, undo }: { action: string; undo: Array<[string, string]> }) {
  return (
    <form method="post" action={action}>
      <HiddenInputs pairs={undo} />
      <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
        {enquiriesText.inboxUndo()}
      </button>
    </form>
  );
}

/** The staff's list of enquiries: tabs by state, search and filters, acts about several, and the forms to look at. */
export function InboxPage(page: InboxPageView) {
  const { tabs, action, rows, nextUrl, newestUrl, previews, person, notice, bulk } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{enquiriesText.inboxTitle()}</h1>
      {notice && (
        <Notice
          kind={notice.isError ? "error" : "ok"}
          focused
          action={notice.undo && <UndoButton action={action} undo={notice.undo} />}
        >
          {notice.text}
        </Notice>
      )}
      <section className={styles.card}>
        <nav className={styles.tabs} aria-label={enquiriesText.inboxStates()}>
          {tabs.map((tab) => (
            <a key={tab.url} href={tab.url} aria-current={tab.current ? "page" : undefined}>
              {tab.label} <bdi>{tab.count}</bdi>
            </a>
          ))}
        </nav>
        <Sieve {...page} />
        {rows.length === 0 ? (
          <p className={styles.empty}>{enquiriesText.inboxNone()}</p>
        ) : (
          <>
            <Rows rows={rows} />
            <Bulk {...bulk} />
          </>
        )}
        {(nextUrl || newestUrl) && (
          <div className={styles.pager}>
            {newestUrl && (
              <a className={controls.btn} href={newestUrl}>
                {enquiriesText.inboxNewest()}
              </a>
            )}
            {nextUrl && (
              <a className={controls.btn} href={nextUrl}>
                {enquiriesText.inboxNext()}
              </a>
            )}
          </div>
        )}
      </section>
      {person && <Person {...person} />}
      {previews.length > 0 && (
        <section className={styles.part} aria-labelledby="inbox-previews">
          <h2 id="inbox-previews">{enquiriesText.inboxPreviews()}</h2>
          <ul className={styles.previews}>
            {previews.map(({ label, url }) => (
              <li key={url}>
                <a
                  className={controls.link}
                  href={url}
                  aria-label={enquiriesText.inboxPreviewNamed({ title: label })}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.note}>{page.retention}</p>
    </div>
  );
}

function Sieve({ action, state, words, who, whos, forms: choices, email, clearUrl }: InboxPageView) {
  const form = choices.find(({ isChosen }) => isChosen)?.value;
  return (
    <search>
      <form className={styles.filter} method="get" action={action}>
        <HiddenInputs pairs={[["state", state]]} />
        <Field
          key={`s${words}`}
          id="inbox-search"
          name="s"
          type="search"
          label={enquiriesText.inboxSearch()}
          defaultValue={words}
        />
        <SelectField
          key={`who${who}`}
          id="inbox-who"
          name="who"
          label={enquiriesText.inboxWho()}
          options={whos}
          defaultValue={who}
        />
        <SelectField
          key={`form${form}`}
          id="inbox-form"
          name="form"
          label={enquiriesText.inboxForm()}
          options={choices}
          defaultValue={form}
        />
        {email !== null && (
          <Field
            key={`email${email}`}
            id="inbox-email"
            name="email"
            type="search"
            label={enquiriesText.inboxEmail()}
            defaultValue={email}
            ltr
          />
        )}
        <div className={styles.buttons}>
          <button type="submit" className={controls.btn}>
            {enquiriesText.inboxFilter()}
          </button>
          {clearUrl && (
            <a className={controls.link} href={clearUrl}>
              {enquiriesText.inboxClear()}
            </a>
          )}
        </div>
      </form>
    </search>
  );
}

function Rows({ rows }: Pick<InboxPageView, "rows">) {
  return (
    <table className={`${tableStyles.table} ${styles.rows}`}>
      <thead>
        <tr>
          <th scope="col">{enquiriesText.inboxNumber()}</th>
          <th scope="col">{enquiriesText.inboxExcerpt()}</th>
          <th scope="col">{enquiriesText.inboxForm()}</th>
          <th scope="col">{enquiriesText.inboxSender()}</th>
          <th scope="col">{enquiriesText.inboxWho()}</th>
          <th scope="col">{enquiriesText.inboxFiles()}</th>
          <th scope="col">{enquiriesText.inboxDate()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, url, form, sender, date, datetime, files, excerpt, assignee }) => (
          <tr key={number}>
            <td data-label={enquiriesText.inboxNumber()}>
              <span className={styles.number}>
                <input
                  type="checkbox"
                  form={BULK}
                  name="item[]"
                  value={number}
                  aria-label={enquiriesText.inboxSelect({ number })}
                />
                <a href={url} aria-label={enquiriesText.inboxViewNamed({ number })}>
                  <bdi dir="ltr">{number}</bdi>
                </a>
              </span>
            </td>
            <td data-label={enquiriesText.inboxExcerpt()}>
              <span dir="auto">{excerpt}</span>
            </td>
            <td data-label={enquiriesText.inboxForm()}>{form}</td>
            <td data-label={enquiriesText.inboxSender()}>
              <bdi>{sender}</bdi>
            </td>
            <td data-label={enquiriesText.inboxWho()}>
              <bdi>{assignee}</bdi>
            </td>
            <td data-label={enquiriesText.inboxFiles()}>
              <bdi>{files}</bdi>
            </td>
            <td data-label={enquiriesText.inboxDate()}>
              <time dateTime={datetime}>{date}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What can be done with the rows that are ticked. */
function Bulk({ action, hidden, acts, members }: InboxPageView["bulk"]) {
  const button = `${controls.btn} ${controls.btnSm}`;
  return (
    <form
      id={BULK}
      className={styles.bulk}
      method="post"
      action={action}
      aria-label={enquiriesText.inboxSelected()}
    >
      <HiddenInputs pairs={hidden} />
      <span>{enquiriesText.inboxSelected()}</span>
      {acts.map(({ value, label }) => (
        <button key={value} type="submit" name="do" value={value} className={button}>
          {label}
        </button>
      ))}
      <span className={forms.select}>
        <select name="assignee" aria-label={enquiriesText.inboxWho()}>
          {members.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" name="do" value="assign" className={button}>
        {enquiriesText.inboxAssign()}
      </button>
    </form>
  );
}

/** What the law gives to a person without an account: a copy of everything, and its deletion. */
function Person({ email, action, nonce, isAllowed }: InboxPersonView) {
  const pairs: Array<[string, string]> = [
    ["nonce", nonce],
    ["email", email],
  ];
  return (
    <section className={styles.part} aria-labelledby="inbox-person">
      <h2 id="inbox-person">{enquiriesText.inboxPerson()}</h2>
      {isAllowed ? (
        <>
          <form method="post" action={action}>
            <HiddenInputs pairs={pairs} />
            <button type="submit" name="do" value="export" className={`${controls.btn} ${controls.btnSm}`}>
              {enquiriesText.inboxPersonExport()}
            </button>
          </form>
          <form className={styles.delete} method="post" action={action}>
            <HiddenInputs pairs={pairs} />
            <CheckField
              id="inbox-erase"
              name="confirm"
              value="1"
              label={enquiriesText.inboxPersonEraseConfirm()}
              required
            />
            <button
              type="submit"
              name="do"
              value="erase"
              className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}
            >
              {enquiriesText.inboxPersonErase()}
            </button>
          </form>
        </>
      ) : (
        <p className={styles.note}>{enquiriesText.inboxPersonAdmins()}</p>
      )}
    </section>
  );
}
