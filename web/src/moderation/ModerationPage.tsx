import * as moderationText from "../generated/messages/moderation";
import type { ModerationPageView, QueueTab } from "../generated/moderation";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { BulkBar } from "./BulkBar";
import { DecisionNotice } from "./DecisionNotice";
import styles from "./ModerationPage.module.css";
import { QueueItem } from "./QueueItem";
import { QueueKeys } from "./QueueKeys.island";
import { QueueSieve } from "./QueueSieve";

/**
 * The staff's queue: publish, hold, refuse with a reason or as spam with its copies, reply, undo. Plain forms; with
 * script also by single keys.
 */
export function ModerationPage(view: ModerationPageView) {
  const { kinds, tabs, sieve, items, action, seen, reasons, nextUrl, notice } = view;
  const { canPublish, canHold, canRefuse } = view;
  const hidden = view.hidden.map(({ name, value }): [string, string] => [name, value]);
  const forms = { action, hidden, seen, reasons };
  const can = { canPublish, canHold, canRefuse };
  return (
    <div className={`wrap section ${styles.page}`}>
      <div className={styles.head}>
        <h1>{moderationText.title()}</h1>
        <a className={controls.link} href={view.actsUrl}>
          {moderationText.actsTitle()}
        </a>
      </div>
      {notice && <DecisionNotice notice={notice} action={action} hidden={hidden} />}
      <section className={styles.card}>
        {kinds.length > 0 && <Tabs label={moderationText.kinds()} tabs={kinds} />}
        <Tabs label={moderationText.states()} tabs={tabs} />
        <QueueSieve sieve={sieve} action={action} />
        {items.length === 0 && (
          <p className={styles.none}>{sieve.clearUrl ? moderationText.noResult() : moderationText.none()}</p>
        )}
        {items.length > 1 && <BulkBar {...forms} {...can} />}
        {/* The last decision is taken back by a key even when nothing is left. */}
        {(items.length > 0 || notice?.act) && <Island of={QueueKeys} id="queue-keys" on="load" props={{}} />}
        {items.map((item) => (
          <QueueItem key={item.key} item={item} isSelectable={items.length > 1} {...forms} />
        ))}
        {nextUrl && (
          <p className={styles.foot}>
            <a className={controls.btn} href={nextUrl}>
              {moderationText.next()}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

function Tabs({ label, tabs }: { label: string; tabs: QueueTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.url} href={tab.url} aria-current={tab.current ? "page" : undefined}>
          {tab.label} {tab.count !== null && <bdi className={styles.count}>{tab.count}</bdi>}
        </a>
      ))}
    </nav>
  );
}
