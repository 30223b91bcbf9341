import * as moderationText from "../generated/messages/moderation";
import type { SpamPageView } from "../generated/moderation";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./ListPage.module.css";

/** What one act refuses together with an item: everything is listed before it is done. */
export function SpamPage({ queueUrl, action, hidden, copies, more, submit }: SpamPageView) {
  const pairs = hidden.map(({ name, value }): [string, string] => [name, value]);
  return (
    <div className={`wrap section ${styles.page}`}>
      <p>
        <a className={controls.link} href={queueUrl}>
          {moderationText.back()}
        </a>
      </p>
      <h1>{moderationText.spamTitle()}</h1>
      <p>{moderationText.spamLead()}</p>
      <form method="post" action={action}>
        <HiddenInputs pairs={pairs} />
        <button type="submit" className={`${controls.btn} ${controls.btnDanger}`}>
          {submit}
        </button>
      </form>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{moderationText.kinds()}</th>
            <th scope="col">{moderationText.author()}</th>
            <th scope="col">{moderationText.text()}</th>
            <th scope="col">{moderationText.why()}</th>
            <th scope="col">{moderationText.date()}</th>
          </tr>
        </thead>
        <tbody>
          {copies.map(({ key, kind, author, excerpt, state, why, date, datetime }) => (
            <tr key={key}>
              <td data-label={moderationText.kinds()}>{kind}</td>
              <td data-label={moderationText.author()}>
                <bdi>{author}</bdi>
              </td>
              <td data-label={moderationText.text()}>
                <span dir="auto">{excerpt}</span>
              </td>
              <td data-label={moderationText.why()}>{[state, ...why].join("، ")}</td>
              <td data-label={moderationText.date()}>
                <time dateTime={datetime}>{date}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <p>{more}</p>}
    </div>
  );
}
