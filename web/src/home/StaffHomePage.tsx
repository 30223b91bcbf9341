import { AccountForm } from "../accounts/AccountForm";
import { AdminIcon } from "../admin/AdminIcon";
import { AuditPart } from "../admin/AuditPart";
import type { LowStockView, SalesView, StaffHomePageView, WorkItem } from "../generated/home";
import * as adminText from "../generated/messages/admin";
import * as text from "../generated/messages/staff_orders";
import * as productsText from "../generated/messages/staff_products";
import { Money } from "../pricing/Money";
import { UndoButton } from "../staff_products/ProductNotice";
import controls from "../ui/controls.module.css";
import { SalesPlot } from "./SalesPlot";
import styles from "./StaffHomePage.module.css";

/** More kinds than these are folded. */
const SHOWN = 6;

function WorkList({ work }: { work: Array<WorkItem> }) {
  return (
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
  );
}

function Work({ work }: { work: Array<WorkItem> }) {
  const folded = work.slice(SHOWN);
  return (
    <section className={styles.panel} aria-labelledby="work">
      <h2 id="work">{text.work()}</h2>
      <p className={styles.hint}>{work.length > 0 ? text.workLead() : text.workNone()}</p>
      <WorkList work={work.slice(0, SHOWN)} />
      {folded.length > 0 && (
        <details className={styles.more}>
          <summary>{adminText.more()}</summary>
          <WorkList work={folded} />
        </details>
      )}
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

function LowStock({ url, goods }: LowStockView) {
  return (
    <section className={styles.panel} aria-labelledby="low-stock">
      <h2 id="low-stock">{text.lowStock()}</h2>
      <ul className={styles.best}>
        {goods.map((one) => (
          <li key={one.url}>
            <span>
              <a href={one.url}>
                <bdi>{one.name}</bdi>
              </a>
              {one.detail && <small>{one.detail}</small>}
            </span>
            <span className={one.isOut ? styles.down : undefined}>{one.left}</span>
          </li>
        ))}
      </ul>
      <a className={controls.link} href={url}>
        {text.lowStockAll()}
      </a>
    </section>
  );
}

/** What the team did, with the button that takes it back. */
function Acts({ acts, actsUrl }: Pick<StaffHomePageView, "acts" | "actsUrl">) {
  return (
    <section className={styles.panel} aria-labelledby="acts">
      <h2 id="acts">{text.acts()}</h2>
      <ul className={styles.work}>
        {acts.map(({ id, who, when, what, subject, undo }) => (
          <li key={id}>
            <div>
              <p className={styles.act}>
                <b>
                  <AuditPart {...what} />
                </b>
                {subject.map((part, place) => (
                  <span key={place}>
                    <AuditPart {...part} />
                  </span>
                ))}
              </p>
              <p className={styles.hint}>
                <bdi>{who}</bdi> · {when}
              </p>
            </div>
            {undo && <UndoButton {...undo} label={productsText.undoOf({ when })} />}
          </li>
        ))}
      </ul>
      <a className={controls.link} href={actsUrl}>
        {text.actsAll()}
      </a>
    </section>
  );
}

/** The admin's home page: first what waits, then what was sold. */
export function StaffHomePage(page: StaffHomePageView) {
  const { title, lead, work, sales, lowStock, acts, actsUrl, facts, logout } = page;
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
      {lowStock && <LowStock {...lowStock} />}
      {acts.length > 0 && <Acts acts={acts} actsUrl={actsUrl} />}
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
