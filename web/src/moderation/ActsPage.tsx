import * as moderationText from "../generated/messages/moderation";
import type { ActsPageView } from "../generated/moderation";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { DecisionNotice } from "./DecisionNotice";
import styles from "./ListPage.module.css";

/** Decisions of the last thirty days. Each is taken back as a whole, but for what somebody decided about since. */
export function ActsPage({ queueUrl, action, hidden, acts, nextUrl, notice }: ActsPageView) {
  const pairs = hidden.map(({ name, value }): [string, string] => [name, value]);
  return (
    <div className={`wrap section ${styles.page}`}>
      <p>
        <a className={controls.link} href={queueUrl}>
          {moderationText.back()}
        </a>
      </p>
      <h1>{moderationText.actsTitle()}</h1>
      {notice && <DecisionNotice notice={notice} action={action} hidden={pairs} />}
      {acts.length === 0 ? (
        <p>{moderationText.actsNone()}</p>
      ) : (
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{moderationText.decision()}</th>
              <th scope="col">{moderationText.who()}</th>
              <th scope="col">{moderationText.date()}</th>
              <th scope="col">{moderationText.undo()}</th>
            </tr>
          </thead>
          <tbody>
            {acts.map(({ id, text, who, date, datetime, undone }) => (
              <tr key={id}>
                <td data-label={moderationText.decision()}>{text}</td>
                <td data-label={moderationText.who()}>
                  <bdi>{who}</bdi>
                </td>
                <td data-label={moderationText.date()}>
                  <time dateTime={datetime}>{date}</time>
                </td>
                <td data-label={moderationText.undo()}>
                  {undone ? (
                    moderationText.actUndone({ time: undone })
                  ) : (
                    <form method="post" action={action}>
                      <HiddenInputs pairs={[...pairs, ["act", id]]} />
                      <button
                        type="submit"
                        className={`${controls.btn} ${controls.btnSm}`}
                        aria-label={moderationText.undoNamed({ what: text })}
                      >
                        {moderationText.undo()}
                      </button>
                    </form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {nextUrl && (
        <p>
          <a className={controls.btn} href={nextUrl}>
            {moderationText.next()}
          </a>
        </p>
      )}
    </div>
  );
}
