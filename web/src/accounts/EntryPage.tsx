import type { EntryPageView } from "../generated/accounts";
import { AccountForm } from "./AccountForm";
import { PageNotice } from "./PageNotice";

/** Login, registering, passwords, confirming: one form, and a picture beside it where there is room. */
export function EntryPage({ title, lead, notice, form, aside, other }: EntryPageView) {
  return (
    <div className="wrap section auth">
      <div className="auth__main">
        <div>
          <h1>{title}</h1>
          {lead && <p className="auth__lead">{lead}</p>}
        </div>
        <PageNotice notice={notice} />
        {form ? (
          <AccountForm
            id="entry"
            form={form}
            look="entry"
            aside={aside}
            isNoticed={notice?.kind === "error"}
          />
        ) : (
          aside && (
            <a className="btn btn--primary btn--lg btn--block" href={aside.url}>
              {aside.label}
            </a>
          )
        )}
        {other && (
          <div className="auth__other">
            <p className="or">{other.lead}</p>
            <a className="btn btn--block" href={other.link.url}>
              {other.link.label}
            </a>
          </div>
        )}
      </div>
      <div className="auth__art" />
    </div>
  );
}
