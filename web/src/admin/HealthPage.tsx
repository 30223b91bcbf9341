import { PageNotice } from "../accounts/PageNotice";
import type { CheckView, HealthPageView, JobView } from "../generated/admin";
import * as healthText from "../generated/messages/health";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Chain } from "./Chain";
import styles from "./HealthPage.module.css";

function Level({ level, children }: { level: string; children: string }) {
  return <span className={`${styles.level} ${styles[level as "well" | "watch" | "bad"]}`}>{children}</span>;
}

function Check({ level, state, label, text, url }: CheckView) {
  return (
    <li className={styles.check}>
      <div>
        <b>{label}</b>
        <p>{text}</p>
        {url && (
          <a className={controls.link} href={url} aria-label={`${healthText.open()}: ${label}`}>
            {healthText.open()}
          </a>
        )}
      </div>
      <Level level={level}>{state}</Level>
    </li>
  );
}

function Job({ job, action, nonce }: { job: JobView; action: string; nonce: string }) {
  const { id, task, isRawTask, level, state, tries, when, error, canRetry, canStop } = job;
  return (
    <tr>
      <td data-label={healthText.job()}>
        <bdi dir={isRawTask ? "ltr" : undefined}>{task}</bdi>
      </td>
      <td data-label={healthText.jobState()}>
        <Level level={level}>{state}</Level>
      </td>
      <td data-label={healthText.jobTries()}>{tries}</td>
      <td data-label={healthText.jobWhen()}>{when}</td>
      <td data-label={healthText.jobError()}>
        <bdi dir="auto">{error}</bdi>
      </td>
      <td data-label={healthText.jobAct()}>
        {(canRetry || canStop) && (
          <form method="post" action={action} className={styles.acts}>
            <HiddenInputs
              pairs={[
                ["nonce", nonce],
                ["job", id],
              ]}
            />
            {canRetry && (
              <button
                type="submit"
                name="do"
                value="retry"
                className={controls.btn}
                aria-label={healthText.retryJob({ task, id })}
              >
                {healthText.retry()}
              </button>
            )}
            {canStop && (
              <button
                type="submit"
                name="do"
                value="stop"
                className={controls.btn}
                aria-label={healthText.stopJob({ task, id })}
              >
                {healthText.stop()}
              </button>
            )}
          </form>
        )}
      </td>
    </tr>
  );
}

/** What shoppers see, money and goods, machines, mail, and jobs that failed. */
export function HealthPage(page: HealthPageView) {
  const { action, nonce, notice, level, state, checkedAt, chain, groups, jobs } = page;
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{healthText.title()}</h1>
        <Level level={level}>{state}</Level>
        <a className={`${controls.btn} ${styles.again}`} href={action}>
          {healthText.again()}
        </a>
      </div>
      <p>{healthText.checked({ when: checkedAt })}</p>
      <PageNotice notice={notice} focused />
      {chain && <Chain {...chain} />}
      <div className={styles.groups}>
        {groups.map(({ label, checks }) => (
          <section key={label} className={styles.group}>
            <h2>{label}</h2>
            <ul>
              {checks.map((check) => (
                <Check key={check.label} {...check} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className={styles.group} id="jobs">
        <h2>{healthText.jobs()}</h2>
        {jobs.length === 0 ? (
          <p>{healthText.jobsNone()}</p>
        ) : (
          <table className={tableStyles.table}>
            <thead>
              <tr>
                <th scope="col">{healthText.job()}</th>
                <th scope="col">{healthText.jobState()}</th>
                <th scope="col">{healthText.jobTries()}</th>
                <th scope="col">{healthText.jobWhen()}</th>
                <th scope="col">{healthText.jobError()}</th>
                <th scope="col">{healthText.jobAct()}</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <Job key={job.id} job={job} action={action} nonce={nonce} />
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}
