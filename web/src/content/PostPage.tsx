import { Picture } from "../catalog/Picture";
import type { PostPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import { Comments } from "./Comments";
import { ContentBlocks } from "./ContentBlocks";
import { PostMeta } from "./PostMeta";
import styles from "./PostPage.module.css";
import { PreviewBand } from "./PreviewBand";

/** A post of the blog with its comments. */
export function PostPage(post: PostPageView) {
  const { title, lead, hero, crumbs, categories, blocks, comments, preview } = post;
  const narrow = `wrap ${styles.narrow}`;
  return (
    <>
      {preview && <PreviewBand {...preview} />}
      <article>
        <header className={narrow}>
          <Breadcrumbs crumbs={crumbs} />
          <h1 className={styles.title}>{title}</h1>
          <PostMeta {...post} />
          {categories.length > 0 && (
            <ul className={styles.categories} aria-label={contentText.blogCategories()}>
              {categories.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} rel="category">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </header>
        {hero && (
          <div className={`wrap ${styles.middle}`}>
            <div className={styles.hero}>
              <Picture {...hero} sizes="(min-width: 1100px) 62rem, 92vw" main />
            </div>
          </div>
        )}
        {lead && (
          <div className={narrow}>
            <p className={styles.lead}>{lead}</p>
          </div>
        )}
        <ContentBlocks blocks={blocks} column="narrow" />
      </article>
      <div className={narrow}>
        <Comments {...comments} />
      </div>
    </>
  );
}
