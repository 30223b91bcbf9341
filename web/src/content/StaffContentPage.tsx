import type { StaffContentPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { StaffFrame } from "./StaffFrame";

/** The staff's list of pages or posts. */
export function StaffContentPage(page: StaffContentPageView) {
  const { rows, nextUrl } = page;
  return (
    <StaffFrame {...page}>
      <a className={`${controls.btn} ${controls.btnPrimary}`} href={page.new.url}>
        {page.new.label}
      </a>
      {rows.length === 0 ? (
        <p>{contentText.staffNone()}</p>
      ) : (
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{contentText.staffName()}</th>
              <th scope="col">{contentText.staffState()}</th>
              <th scope="col">{contentText.staffDate()}</th>
              <th scope="col">{contentText.staffView()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, title, editUrl, url, state, date }) => (
              <tr key={id}>
                <td data-label={contentText.staffName()}>
                  <a href={editUrl} aria-label={contentText.staffEditNamed({ title })}>
                    {title}
                  </a>
                </td>
                <td data-label={contentText.staffState()}>{state}</td>
                <td data-label={contentText.staffDate()}>{date}</td>
                <td data-label={contentText.staffView()}>
                  {url ? (
                    <a href={url} dir="ltr">
                      {decodeURI(url)}
                    </a>
                  ) : (
                    "–"
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {nextUrl && (
        <a className={controls.btn} href={nextUrl}>
          {contentText.staffNext()}
        </a>
      )}
    </StaffFrame>
  );
}
