import type { ContentVersionRow } from "../generated/content";
import * as contentText from "../generated/messages/content";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./VersionList.module.css";

type Props = { versions: Array<ContentVersionRow>; action: string; nonce: string; id: string; kind: string };

/** Drafts, scheduled and past versions of a page or post. */
export function VersionList({ versions, action, nonce, id, kind }: Props) {
  const form = (version: string, what: string, text: string, name?: string) => (
    <form method="post" action={action}>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["id", id],
          ["kind", kind],
          ["version_id", version],
          ["do", what],
        ]}
      />
      <button type="submit" className={`${controls.btn} ${controls.btnSm}`} aria-label={name}>
        {text}
      </button>
    </form>
  );
  return (
    <section className={styles.versions} aria-labelledby="versions-title">
      <h2 id="versions-title">{contentText.staffVersions()}</h2>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{contentText.staffName()}</th>
            <th scope="col">{contentText.staffState()}</th>
            <th scope="col">{contentText.staffDate()}</th>
            <th scope="col">{contentText.staffVersionActions()}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.id}>
              <td data-label={contentText.staffName()}>{version.title}</td>
              <td data-label={contentText.staffState()}>{version.state}</td>
              <td data-label={contentText.staffDate()}>{version.date}</td>
              <td data-label={contentText.staffVersionActions()}>
                <div className={styles.actions}>
                  <a className={controls.link} href={version.previewUrl}>
                    {contentText.staffVersionPreview()}
                  </a>
                  {version.canShare &&
                    form(
                      version.id,
                      "share",
                      contentText.staffShare(),
                      contentText.staffShareNamed({ title: version.title }),
                    )}
                  {version.canUnschedule && form(version.id, "unschedule", contentText.staffUnschedule())}
                  {version.canRestore && form(version.id, "restore", contentText.staffRestore())}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
