import { useEffect, useEffectEvent } from "react";
import type { CommentParentView } from "../generated/content";

const LINKS = "a[data-reply-to]";

/**
 * Handles the reply links of the comments, which are static. Returns a function that finds the link of a comment.
 */
export function useReplyLinks(onReply: (to: CommentParentView) => void) {
  const reply = useEffectEvent(onReply);
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(LINKS);
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      const { replyTo: id = "", replyAuthor: author = "" } = link.dataset;
      reply({ id, author });
    };
    document.addEventListener("click", click);
    return () => document.removeEventListener("click", click);
  }, []);
  return (id: string) => document.querySelector<HTMLElement>(`${LINKS}[data-reply-to="${CSS.escape(id)}"]`);
}
