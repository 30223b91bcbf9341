import type { MessagePageView } from "../generated/edge";
import * as contentText from "../generated/messages/content";
import { SearchBox } from "../layout/SearchBox.island";
import { Island } from "../renderer/Island";
import { Icon } from "../ui/Icon";

/** A page that only says something: not found, refused, out of date, or our own fault. */
export function MessagePage({ title, hint, homeUrl, shopUrl, kind, reference }: MessagePageView) {
  return (
    <section className="wrap section message">
      {kind === "not-found" ? (
        <p className="message__404" role="img" aria-label="404">
          <span aria-hidden="true">4</span>
          <i className="message__tray" />
          <span aria-hidden="true">4</span>
        </p>
      ) : (
        <span className={`message__icon message__icon--${kind}`}>
          <Icon name={kind === "busy" || kind === "expired" ? "clock" : "alert"} />
        </span>
      )}
      <h1>{title}</h1>
      {hint && <p className="message__hint">{hint}</p>}
      {reference && <p className="message__reference">{contentText.reference({ reference })}</p>}
      {kind === "not-found" && (
        <search>
          <Island
            of={SearchBox}
            id="search-again"
            on="interaction"
            props={{ inputId: "search-again", action: shopUrl, homeUrl }}
          />
        </search>
      )}
      <div className="message__act">
        <a className="btn btn--primary" href={homeUrl}>
          {contentText.home()}
        </a>
        <a className="btn" href={shopUrl}>
          {contentText.allProducts()}
        </a>
      </div>
    </section>
  );
}
