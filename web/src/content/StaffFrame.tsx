import type { ReactNode } from "react";
import type { ContentNotice, ContentTab } from "../generated/content";
import { Notice } from "../ui/Notice";
import styles from "./StaffFrame.module.css";
import { StaffTabs } from "./StaffTabs";

type Props = { title: string; tabs: Array<ContentTab>; notice: ContentNotice | null; children: ReactNode };

/** What the staff's pages of content have in common: title, links to each other, the result of the last form. */
export function StaffFrame({ title, tabs, notice, children }: Props) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{title}</h1>
      <StaffTabs label={title} tabs={tabs} />
      {notice && (
        <Notice kind={notice.isError ? "error" : "ok"} focused>
          {notice.text}
        </Notice>
      )}
      {children}
    </div>
  );
}
