import type { ReactNode } from "react";
import type { CommentView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { Avatar } from "../reviews/Avatar";
import blocks from "../ui/blocks.module.css";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./CommentThread.module.css";
import { slotId } from "./comment-form";

type Props = {
  comments: Array<CommentView>;
  /** The form, if the page was requested with a comment to answer. */
  reply?: { parent: string; form: ReactNode } | null;
  isAnswers?: boolean;
};

/** Comments with their answers. The form moves into the slot below a comment. */
export function CommentThread({ comments, reply = null, isAnswers = false }: Props) {
  return (
    <ol className={isAnswers ? styles.answers : styles.comments}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <article id={`comment-${comment.id}`} className={styles.comment}>
            <Avatar name={comment.author} />
            <div>
              <p className={styles.head}>
                <b>
                  <bdi>{comment.author}</bdi>
                </b>
                {comment.isStaff && <span className={blocks.badge}>{contentText.commentShop()}</span>}
                <time className={styles.date} dateTime={comment.datetime}>
                  {comment.date}
                </time>
              </p>
              {comment.isPending && <p className={styles.pending}>{contentText.commentPending()}</p>}
              <p className={styles.text} dir="auto">
                {comment.text}
              </p>
              {comment.replyUrl && (
                <a
                  className={classes(controls.link, styles.replyLink)}
                  href={comment.replyUrl}
                  rel="nofollow"
                  data-reply-to={comment.id}
                  data-reply-author={comment.author}
                  aria-label={contentText.commentReplyTo({ author: comment.author })}
                >
                  <Icon name="reply" size="s" />
                  {contentText.commentReply()}
                </a>
              )}
            </div>
          </article>
          <div id={slotId(comment.id)}>{reply?.parent === comment.id && reply.form}</div>
          {comment.children.length > 0 && (
            <CommentThread comments={comment.children} reply={reply} isAnswers />
          )}
        </li>
      ))}
    </ol>
  );
}
