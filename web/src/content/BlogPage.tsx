import type { BlogPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import { ListSearch } from "../ui/ListSearch";
import styles from "./BlogPage.module.css";
import { ContentPages } from "./ContentPages";
import { PostCard } from "./PostCard";

const NOTHING = () => {};

/** The posts of the blog, of one category, or those that a search found. */
export function BlogPage({ title, crumbs, categories, search, posts, pages, feedUrl }: BlogPageView) {
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs crumbs={crumbs} />
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className={styles.tools}>
        <nav className={styles.categories} aria-label={contentText.blogCategories()}>
          {categories.map(({ label, url, current }) => (
            <a key={url} href={url} aria-current={current ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <search className={styles.search}>
          <ListSearch
            search={search}
            query={search.query}
            texts={{
              label: contentText.blogSearch(),
              apply: contentText.blogSearchApply(),
              clear: contentText.blogSearchClear(),
            }}
            isPlain
            onType={NOTHING}
            onSearch={NOTHING}
            onClear={NOTHING}
          />
        </search>
      </div>
      {posts.length === 0 ? (
        <EmptyState
          title={
            search.query === "" ? contentText.blogNone() : contentText.blogNoneFound({ query: search.query })
          }
          hint={search.query === "" ? undefined : contentText.blogNoneHint()}
        >
          {search.query !== "" && (
            <a className={controls.btn} href={search.clearUrl}>
              {contentText.blogAll()}
            </a>
          )}
        </EmptyState>
      ) : (
        <ul className={styles.posts}>
          {posts.map((post) => (
            <li key={post.url}>
              <PostCard {...post} />
            </li>
          ))}
        </ul>
      )}
      {pages && pages.total > 1 && <ContentPages {...pages} />}
      <p className={styles.feed}>
        <a className={controls.link} href={feedUrl} type="application/rss+xml">
          {contentText.blogFeed()}
        </a>
      </p>
    </div>
  );
}
