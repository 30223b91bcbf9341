import type { InboxPageView, InboxPersonView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { Field } from "../ui/Field";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { SelectField } from "../ui/SelectField";
import styles from "./InboxPage.module.css";

/** The staff's list of enquiries: tabs by state, a filter, and the forms to look at. */
export function InboxPage(page: InboxPageView) {
  const { tabs, action, state, forms, email, rows, nextUrl, newestUrl, previews, person, notice } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{enquiriesText.inboxTitle()}</h1>
      {notice && (
        <Notice kind={notice.isError ? "error" : "ok"} focused>
          {notice.text}
        </Notice>
      )}
      <nav className={styles.tabs} aria-label={enquiriesText.inboxStates()}>
        {tabs.map((tab) => (
          <a key={tab.url} href={tab.url} aria-current={tab.current ? "page" : undefined}>
            {tab.label} <bdi>{tab.count}</bdi>
          </a>
        ))}
      </nav>
      <form className={styles.filter} method="get" action={action}>
        <HiddenInputs pairs={[["state", state]]} />
        <SelectField
          id="inbox-form"
          name="form"
          label={enquiriesText.inboxForm()}
          options={forms}
          defaultValue={forms.find(({ isChosen }) => isChosen)?.value}
        />
        <Field
          id="inbox-email"
          name="email"
          type="search"
          label={enquiriesText.inboxEmail()}
          defaultValue={email}
          ltr
        />
        <button type="submit" className={controls.btn}>
          {enquiriesText.inboxFilter()}
        </button>
      </form>
      {rows.length === 0 ? <p>{enquiriesText.inboxNone()}</p> : <Rows rows={rows} />}
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

function Rows({ rows }: Pick<InboxPageView, "rows">) {
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{enquiriesText.inboxNumber()}</th>
          <th scope="col">{enquiriesText.inboxDate()}</th>
          <th scope="col">{enquiriesText.inboxForm()}</th>
          <th scope="col">{enquiriesText.inboxSender()}</th>
          <th scope="col">{enquiriesText.inboxFiles()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, url, form, sender, date, datetime, files }) => (
          <tr key={number}>
            <td data-label={enquiriesText.inboxNumber()}>
              <a href={url} aria-label={enquiriesText.inboxViewNamed({ number })}>
                <bdi dir="ltr">{number}</bdi>
              </a>
            </td>
            <td data-label={enquiriesText.inboxDate()}>
              <time dateTime={datetime}>{date}</time>
            </td>
            <td data-label={enquiriesText.inboxForm()}>{form}</td>
            <td data-label={enquiriesText.inboxSender()}>
              <bdi>{sender}</bdi>
            </td>
            <td data-label={enquiriesText.inboxFiles()}>
              <bdi>{files}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
