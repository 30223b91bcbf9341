import { Picture } from "../catalog/Picture";
import type { PostCardView } from "../generated/content";
import styles from "./PostCard.module.css";
import { PostMeta } from "./PostMeta";

/** A post in a list. The whole card is the link. */
export function PostCard(post: PostCardView) {
  const { title, url, excerpt, picture } = post;
  return (
    <article className={styles.card}>
      {picture && (
        <div className={styles.picture}>
          <Picture {...picture} sizes="(min-width: 1024px) 24rem, (min-width: 767px) 45vw, 92vw" />
        </div>
      )}
      <h2 className={styles.title}>
        <a href={url}>{title}</a>
      </h2>
      <PostMeta {...post} />
      {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
    </article>
  );
}
