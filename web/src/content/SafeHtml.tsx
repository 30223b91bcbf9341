import styles from "./SafeHtml.module.css";

/**
 * Rich text of the shop owner. The server has cleaned it (`SafeHtml` in `crates/content`). Only for static parts of a
 * page: an island would write it again in the browser.
 */
export function SafeHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server; no other component writes HTML of people
  return <div className={`prose ${styles.html}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
