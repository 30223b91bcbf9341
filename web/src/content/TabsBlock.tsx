import type { BlockView } from "../generated/content";
import { Island } from "../renderer/Island";
import { Icon } from "../ui/Icon";
import { SafeHtml } from "./SafeHtml";
import styles from "./TabsBlock.module.css";
import { VerticalTabs } from "./VerticalTabs.island";

type Props = Omit<Extract<BlockView, { kind: "tabs" }>, "kind">;

/** Vertical tabs; an accordion on narrow pages. Without script all panels are shown one below the other. */
export function TabsBlock({ id, label, tabs }: Props) {
  return (
    <div className={styles.tabs} id={id}>
      <Island
        of={VerticalTabs}
        id={`${id}-list`}
        on="load"
        props={{ id, label, tabs: tabs.map((tab) => ({ id: tab.id, title: tab.title })) }}
      />
      {tabs.map((tab, index) => (
        <div key={tab.id} className={styles.item} id={tab.id} data-open={index === 0}>
          <h2 className={styles.head} data-tab-head="">
            <span className={styles.toggle}>
              {tab.title}
              <Icon name="down" />
            </span>
          </h2>
          <div className={styles.body} id={`${tab.id}-body`}>
            <SafeHtml html={tab.html} />
          </div>
        </div>
      ))}
    </div>
  );
}
