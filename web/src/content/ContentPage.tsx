import { Picture } from "../catalog/Picture";
import type { ContentPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { ContentBlocks } from "./ContentBlocks";
import styles from "./ContentPage.module.css";
import { PageGroup } from "./PageGroup";
import { PreviewBand } from "./PreviewBand";

/**
 * A page of the shop's own text. With a picture on top its text is a narrow column; the pages of a group have links to
 * each other beside it.
 */
export function ContentPage(page: ContentPageView) {
  const { title, lead, hero, crumbs, siblings, url, updated, blocks, preview } = page;
  const head = (
    <div className="page-head">
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {updated && <p>{contentText.updated({ date: updated })}</p>}
    </div>
  );
  return (
    <article className={styles.page}>
      {preview && <PreviewBand {...preview} />}
      {hero ? (
        <>
          <div className={styles.hero}>
            <Picture {...hero} sizes="100vw" main />
          </div>
          <div className={`wrap ${styles.narrow} ${styles.afterHero}`}>{head}</div>
          <ContentBlocks blocks={blocks} column="narrow" />
        </>
      ) : (
        <>
          <div className="wrap">
            <Breadcrumbs crumbs={crumbs} />
            {head}
          </div>
          {siblings.length > 1 ? (
            <div className={`wrap ${styles.group}`}>
              <PageGroup links={siblings} url={url} />
              <div>
                <ContentBlocks blocks={blocks} column="inside" />
              </div>
            </div>
          ) : (
            <ContentBlocks blocks={blocks} column="wide" />
          )}
        </>
      )}
    </article>
  );
}
