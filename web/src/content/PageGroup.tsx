import type { LinkView } from "../generated/edge";
import * as contentText from "../generated/messages/content";
import styles from "./PageGroup.module.css";

/** Links to the pages of a group, such as the shop's policies. */
export function PageGroup({ links, url }: { links: Array<LinkView>; url: string }) {
  return (
    <nav className={styles.group} aria-label={contentText.sameGroup()}>
      {links.map((link) => (
        <a key={link.url} href={link.url} aria-current={link.url === url ? "page" : undefined}>
          {link.label}
        </a>
      ))}
    </nav>
  );
}
