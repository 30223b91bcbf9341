import type { ReactNode } from "react";
import type { AccountLayoutView } from "../generated/accounts";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import styles from "./AccountLayout.module.css";
import { AccountNav } from "./AccountNav";
import { PageNotice } from "./PageNotice";

/** The layout of every account page. */
export function AccountLayout({ layout, children }: { layout: AccountLayoutView; children: ReactNode }) {
  const { title, crumbs, nav, logout, notice } = layout;
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className={styles.account}>
        <AccountNav nav={nav} logout={logout} />
        <div className={styles.main}>
          <PageNotice notice={notice} />
          {children}
        </div>
      </div>
    </div>
  );
}
