import { PageNotice } from "../accounts/PageNotice";
import type { CauseRowView, FollowupsPageView } from "../generated/followups";
import * as text from "../generated/messages/followups";
import blocks from "../ui/blocks.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import styles from "./FollowupsPage.module.css";

const COLUMNS: Array<Column<CauseRowView>> = [
  {
    label: text.cause(),
    cell: ({ name, hint, url }) => (
      <div className={styles.cause}>
        <a href={url} aria-label={text.editNamed({ name })}>
          {name}
        </a>
        <p className={styles.hint}>{hint}</p>
      </div>
    ),
  },
  {
    label: text.state(),
    cell: ({ isOn, state, delay }) => (
      <>
        <span className={blocks.badge}>{state}</span> {isOn && delay}
      </>
    ),
  },
  { label: text.planned(), cell: ({ planned }) => <bdi dir="ltr">{planned}</bdi> },
  { label: text.sent(), cell: ({ sent }) => <bdi dir="ltr">{sent}</bdi> },
  {
    label: text.stopped(),
    cell: ({ stopped }) =>
      stopped.length === 0 ? (
        <bdi dir="ltr">0</bdi>
      ) : (
        <ul>
          {stopped.map(([label, count]) => (
            <li key={label}>
              {label}: <bdi dir="ltr">{count}</bdi>
            </li>
          ))}
        </ul>
      ),
  },
];

/** The staff's list of the causes of follow-up emails, with their figures. */
export function FollowupsPage({ notice, causes }: FollowupsPageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <div>
        <h1>{text.title()}</h1>
        <p>{text.lead()}</p>
      </div>
      <PageNotice notice={notice} focused />
      <DataTable columns={COLUMNS} rows={causes} keyOf={({ url }) => url} />
    </div>
  );
}
