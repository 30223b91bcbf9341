import { PageNotice } from "../accounts/PageNotice";
import orders from "../checkout/orders.module.css";
import type { FollowupsPageView } from "../generated/followups";
import * as text from "../generated/messages/followups";
import blocks from "../ui/blocks.module.css";
import styles from "./FollowupsPage.module.css";

/** The staff's list of the causes of follow-up emails, with their figures. */
export function FollowupsPage({ notice, causes }: FollowupsPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <div>
        <h1>{text.title()}</h1>
        <p>{text.lead()}</p>
      </div>
      <PageNotice notice={notice} />
      <table className={orders.table}>
        <thead>
          <tr>
            <th scope="col">{text.cause()}</th>
            <th scope="col">{text.state()}</th>
            <th scope="col">{text.planned()}</th>
            <th scope="col">{text.sent()}</th>
            <th scope="col">{text.stopped()}</th>
          </tr>
        </thead>
        <tbody>
          {causes.map(({ name, hint, url, isOn, state, delay, planned, sent, stopped }) => (
            <tr key={url}>
              <td data-label={text.cause()}>
                <div className={styles.cause}>
                  <a href={url} aria-label={text.editNamed({ name })}>
                    {name}
                  </a>
                  <p className={styles.hint}>{hint}</p>
                </div>
              </td>
              <td data-label={text.state()}>
                <span>
                  <span className={blocks.badge}>{state}</span> {isOn && delay}
                </span>
              </td>
              <td data-label={text.planned()}>
                <bdi dir="ltr">{planned}</bdi>
              </td>
              <td data-label={text.sent()}>
                <bdi dir="ltr">{sent}</bdi>
              </td>
              <td data-label={text.stopped()}>
                {stopped.length === 0 ? (
                  <span>{text.noneStopped()}</span>
                ) : (
                  <ul>
                    {stopped.map(([label, count]) => (
                      <li key={label}>
                        {label}: <bdi dir="ltr">{count}</bdi>
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
