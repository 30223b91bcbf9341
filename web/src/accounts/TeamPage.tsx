import type { TeamCellView, TeamMemberView, TeamPageView } from "../generated/accounts";
import * as accountsText from "../generated/messages/accounts";
import controls from "../ui/controls.module.css";
import { type Column, DataTable } from "../ui/DataTable";
import { AccountForm } from "./AccountForm";
import { PageNotice } from "./PageNotice";
import styles from "./TeamPage.module.css";

function MemberActions({ id, name, isSelf, change, endSessions, stop }: TeamMemberView) {
  if (isSelf) return accountsText.teamYou();
  return (
    <details className={styles.actions}>
      <summary aria-label={accountsText.teamActionsOf({ name })}>{accountsText.teamActions()}</summary>
      {change && <AccountForm id={`role-${id}`} form={change} variant="second" />}
      {endSessions && <AccountForm id={`sessions-${id}`} form={endSessions} variant="second" />}
      {stop && <AccountForm id={`stop-${id}`} form={stop} variant="second" />}
    </details>
  );
}

const MEMBERS: Array<Column<TeamMemberView>> = [
  {
    label: accountsText.teamMember(),
    cell: ({ name, email }) => (
      <>
        <bdi>{name}</bdi>
        <br />
        <bdi dir="ltr">{email}</bdi>
      </>
    ),
  },
  { label: accountsText.staffRole(), cell: ({ role }) => <bdi>{role}</bdi> },
  { label: accountsText.staffStores(), cell: ({ stores }) => stores },
  { label: accountsText.teamSeen(), cell: ({ seen }) => seen },
  { label: accountsText.teamActions(), cell: (member) => <MemberActions {...member} /> },
];

const INVITATIONS: Array<Column<TeamPageView["invitations"][number]>> = [
  {
    label: accountsText.teamMember(),
    cell: ({ name, email }) => (
      <>
        <bdi>{name}</bdi>
        <br />
        <bdi dir="ltr">{email}</bdi>
      </>
    ),
  },
  { label: accountsText.staffRole(), cell: ({ role }) => <bdi>{role}</bdi> },
  { label: accountsText.teamUntil(), cell: ({ until }) => until },
  {
    label: accountsText.teamActions(),
    cell: ({ id, withdraw }) => <AccountForm id={`withdraw-${id}`} form={withdraw} variant="second" />,
  },
];

function cellText({ has, note }: TeamCellView): string {
  return has ? (note ?? accountsText.teamYes()) : accountsText.teamNo();
}

/** A row for each right, a column for each role. Scrolls sideways on small screens. */
function Rights({ roles, rights }: Pick<TeamPageView, "roles" | "rights">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the region
    <section className={styles.scroll} tabIndex={0} aria-label={accountsText.teamRights()}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{accountsText.teamRight()}</th>
            {roles.map((role, place) => (
              // Roles may have the same title.
              <th key={place} scope="col">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rights.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((cell, place) => (
                <td key={place} className={cell.has ? undefined : styles.no}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The people who run the shop, their roles, and invitations. */
export function TeamPage(page: TeamPageView) {
  const { notice, members, invite, invitations, viewAs, copy, ownRoles, homeUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <a className={controls.link} href={homeUrl}>
        {accountsText.staff()}
      </a>
      <h1>{accountsText.team()}</h1>
      <PageNotice notice={notice} focused />
      <section className={styles.part}>
        <h2>{accountsText.teamMembers()}</h2>
        <DataTable columns={MEMBERS} rows={members} keyOf={({ id }) => id} />
        <p>{accountsText.teamStopHint()}</p>
      </section>
      <section className={`${styles.part} ${styles.narrow}`}>
        <h2>{accountsText.teamInvite()}</h2>
        <AccountForm id="invite" form={invite} variant="main" />
      </section>
      {invitations.length > 0 && (
        <section className={styles.part}>
          <h2>{accountsText.teamInvitations()}</h2>
          <DataTable columns={INVITATIONS} rows={invitations} keyOf={({ id }) => id} />
        </section>
      )}
      <section className={styles.part}>
        <h2>{accountsText.teamRights()}</h2>
        <Rights {...page} />
      </section>
      <section className={`${styles.part} ${styles.narrow}`}>
        <h2>{accountsText.teamView()}</h2>
        <p>{accountsText.teamViewHint()}</p>
        <AccountForm id="view" form={viewAs} variant="second" />
      </section>
      <section className={`${styles.part} ${styles.narrow}`}>
        <h2>{accountsText.teamCopyRole()}</h2>
        <AccountForm id="copy" form={copy} variant="second" />
      </section>
      {ownRoles.length > 0 && (
        <section className={`${styles.part} ${styles.narrow}`}>
          <h2>{accountsText.teamOwnRoles()}</h2>
          {ownRoles.map(({ name, title, save, remove }) => (
            <details key={name} className={styles.actions}>
              <summary>{title}</summary>
              <AccountForm id={`save-${name}`} form={save} variant="main" />
              <AccountForm id={`remove-${name}`} form={remove} variant="second" />
            </details>
          ))}
        </section>
      )}
    </div>
  );
}
