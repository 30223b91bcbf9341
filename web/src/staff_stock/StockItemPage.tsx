import { Picture } from "../catalog/Picture";
import * as text from "../generated/messages/staff_stock";
import type { StockItemPageView } from "../generated/staff_stock";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { Approvals } from "./Approvals";
import { CountPart } from "./CountPart";
import { MoveForm } from "./MoveForm";
import { Movements } from "./Movements";
import styles from "./StockItemPage.module.css";
import { StoreTabs } from "./StoreTabs";

function Fact({ label, value, isBad }: { label: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isBad ? styles.bad : undefined}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/** What a store has of one product or variation: its forms and its ledger. */
export function StockItemPage(page: StockItemPageView) {
  const { row, notice, approvals, receive, issue, movements, nextUrl } = page;
  const { name, label, sku, picture } = row;
  return (
    <div className={`wrap section ${styles.page}`}>
      <Breadcrumbs crumbs={page.crumbs} />
      <header className={styles.head}>
        {picture && (
          <span className={styles.thumb}>
            <Picture {...picture} sizes="4rem" />
          </span>
        )}
        <div>
          <h1>
            <bdi>{name}</bdi> {label && <span className={styles.label}>{label}</span>}
          </h1>
          <p className={styles.codes}>
            <bdi dir="ltr">{sku}</bdi>
            {page.gtin && (
              <span>
                {text.gtin()} <bdi dir="ltr">{page.gtin}</bdi>
              </span>
            )}
            <span>{page.storeName}</span>
            {page.productUrl && (
              <a className={controls.link} href={page.productUrl}>
                {text.toProduct()}
              </a>
            )}
          </p>
        </div>
      </header>
      <StoreTabs stores={page.stores} />
      {notice && (
        <Notice key={notice.text} kind={notice.isError ? "error" : "ok"} focused>
          {notice.text}
        </Notice>
      )}
      <dl className={styles.facts}>
        <Fact label={text.onHand()} value={row.onHand} />
        <Fact label={text.reserved()} value={row.reserved} />
        <Fact label={text.free()} value={row.free} isBad={row.isOut} />
        {row.lasts && <Fact label={text.lastsLabel()} value={row.lasts} isBad={row.isUrgent} />}
        {row.toOrder && <Fact label={text.toOrder()} value={row.toOrder} />}
        {row.bin && <Fact label={text.bin()} value={row.bin} />}
      </dl>
      {row.awaiting && <p className={styles.hint}>{row.awaiting}</p>}
      <Approvals approvals={approvals} />
      <div className={styles.forms}>
        <section id="receive" className={styles.panel} aria-labelledby="receive-title">
          <h2 id="receive-title">{text.receive()}</h2>
          <MoveForm form={receive} />
        </section>
        <section id="count" className={styles.panel} aria-labelledby="count-head">
          <h2 id="count-head">{text.count()}</h2>
          <CountPart url={page.url} storeId={page.storeId} counted={page.counted} check={page.check} />
        </section>
        <section id="issue" className={styles.panel} aria-labelledby="issue-title">
          <h2 id="issue-title">{text.issue()}</h2>
          <MoveForm form={issue} />
        </section>
      </div>
      <p className={styles.hint}>{text.secondPerson()}</p>
      <section id="movements" className={styles.panel} aria-labelledby="ledger">
        <h2 id="ledger">{text.ledger()}</h2>
        <Movements movements={movements} caption={text.ledger()} />
        {nextUrl && (
          <p>
            <a className={controls.btn} href={nextUrl}>
              {text.older()}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}
