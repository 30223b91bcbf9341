import type { CommentsView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { Held } from "../renderer/Held";
import { Island } from "../renderer/Island";
import { Notice } from "../ui/Notice";
import { CommentForm } from "./CommentForm.island";
import styles from "./Comments.module.css";
import { CommentThread } from "./CommentThread";
import { ContentPages } from "./ContentPages";
import { NO_PARENT, slotId } from "./comment-form";

/** The comments of a post, and the form below them or below the comment that is answered. */
export function Comments({ count, comments, isHeld, pages, form, notice }: CommentsView) {
  const island = form && <Island of={CommentForm} id="comment-form" on="idle" props={form} />;
  const parent = form?.parent?.id ?? NO_PARENT;
  return (
    <section id="comments" className={styles.section} aria-labelledby="comments-title">
      <h2 id="comments-title" className={styles.title}>
        {contentText.commentCount({ count })}
      </h2>
      {notice && (
        <Notice kind="ok" focused>
          {notice}
        </Notice>
      )}
      {isHeld && <Held name="comments" />}
      {comments.length > 0 && <CommentThread comments={comments} reply={{ parent, form: island }} />}
      {pages && <ContentPages {...pages} />}
      {form ? (
        <div className={styles.form} id={slotId(NO_PARENT)}>
          {parent === NO_PARENT && island}
        </div>
      ) : (
        <p className={styles.closed}>{contentText.commentsClosed()}</p>
      )}
    </section>
  );
}
