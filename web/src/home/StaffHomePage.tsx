import { AccountForm } from "../accounts/AccountForm";
import { AdminIcon } from "../admin/AdminIcon";
import type { SalesView, StaffHomePageView, WorkItem } from "../generated/home";
import * as text from "../generated/messages/staff_orders";
import { Money } from "../pricing/Money";
import controls from "../ui/controls.module.css";
import { SalesPlot } from "./SalesPlot";
import styles from "./StaffHomePage.module.css";

function Work({ work }: { work: Array<WorkItem> }) {
  return (
    <section className={styles.panel} aria-labelledby="work">
      <h2 id="work">{text.work()}</h2>
      <p className={styles.hint}>{work.length > 0 ? text.workLead() : text.workNone()}</p>
      <ul className={styles.work}>
        {work.map(({ icon, title, detail, url, act }) => (
          <li key={title}>
            <AdminIcon name={icon} />
            <div>
              <b>{title}</b>
              <p className={styles.hint}>{detail}</p>
            </div>
            <a className={`${controls.btn} ${controls.btnSm}`} href={url} aria-label={`${act}: ${title}`}>
              {act}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Cards({ cards }: Pick<SalesView, "cards">) {
  return (
    <section className={styles.cards} aria-label={text.figures()}>
      {cards.map(({ label, value, change, isUp, before, url }) => (
        <div key={label} className={styles.panel}>
          <h2>{label}</h2>
          {url ? (
            <a className={styles.value} href={url} aria-label={`${label}: ${value}`}>
              <Money text={value} />
            </a>
          ) : (
            <p className={styles.value}>
              <Money text={value} />
            </p>
          )}
          {change && (
            <p className={isUp ? styles.up : styles.down}>
              {isUp ? text.figureUp({ change }) : text.figureDown({ change })}
            </p>
          )}
          <p className={styles.hint}>{before}</p>
        </div>
      ))}
    </section>
  );
}

function Best({ best }: Pick<SalesView, "best">) {
  return (
    <section className={styles.panel} aria-labelledby="best">
      <h2 id="best">{text.best()}</h2>
      {best.length === 0 && <p className={styles.hint}>{text.bestNone()}</p>}
      <ul className={styles.best}>
        {best.map(({ name, pieces, sum }) => (
          <li key={name}>
            <span>
              <bdi>{name}</bdi>
              <small>{pieces}</small>
            </span>
            <Money text={sum} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The admin's home page: first what waits, then what was sold. */
export function StaffHomePage({ title, lead, work, sales, facts, logout }: StaffHomePageView) {
  return (
    <div className={`wrap section ${styles.home}`}>
      <div>
        <h1>{title}</h1>
        <p className={styles.hint}>{lead}</p>
      </div>
      <Work work={work} />
      {sales && (
        <>
          <Cards cards={sales.cards} />
          <div className={styles.columns}>
            <SalesPlot sales={sales} />
            <Best best={sales.best} />
          </div>
        </>
      )}
      <section className={styles.panel}>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <AccountForm id="logout" form={logout} variant="second" />
      </section>
    </div>
  );
}
