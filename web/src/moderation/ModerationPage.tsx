import * as moderationText from "../generated/messages/moderation";
import type { ModerationPageView, QueueTab } from "../generated/moderation";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { BulkBar } from "./BulkBar";
import styles from "./ModerationPage.module.css";
import { QueueItem } from "./QueueItem";
import { QueueKeys } from "./QueueKeys.island";

/** The staff's queue: publish, refuse with a reason, reply, undo. Plain forms; with script also by single keys. */
export function ModerationPage(view: ModerationPageView) {
  const { kinds, tabs, items, action, reasons, canPublish, canRefuse, nextUrl, notice } = view;
  const hidden = view.hidden.map(({ name, value }): [string, string] => [name, value]);
  const forms = { action, hidden, reasons };
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{moderationText.title()}</h1>
      {notice && (
        <Notice
          kind="ok"
          focused
          action={
            notice.act && (
              <form method="post" action={action}>
                <HiddenInputs pairs={[...hidden, ["do", "undo"], ["act", notice.act]]} />
                <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
                  {moderationText.undo()}
                </button>
              </form>
            )
          }
        >
          {notice.text}
        </Notice>
      )}
      {kinds.length > 0 && <Tabs label={moderationText.kinds()} tabs={kinds} />}
      <Tabs label={moderationText.states()} tabs={tabs} />
      {items.length === 0 && <p>{moderationText.none()}</p>}
      {items.length > 1 && <BulkBar {...forms} canPublish={canPublish} canRefuse={canRefuse} />}
      {items.length > 0 && <Island of={QueueKeys} id="queue-keys" on="load" props={{}} />}
      {items.map((item) => (
        <QueueItem key={item.key} item={item} isSelectable={items.length > 1} {...forms} />
      ))}
      {nextUrl && (
        <a className={`${controls.btn} ${styles.next}`} href={nextUrl}>
          {moderationText.next()}
        </a>
      )}
    </div>
  );
}

function Tabs({ label, tabs }: { label: string; tabs: QueueTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.url} href={tab.url} aria-current={tab.current ? "page" : undefined}>
          {tab.label} {tab.count !== null && <bdi>{tab.count}</bdi>}
        </a>
      ))}
    </nav>
  );
}
