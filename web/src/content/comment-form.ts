import type { CommentFieldError, CommentFormValues } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { isEmail } from "../ui/email";

/** What the server would refuse, in the order of the fields. */
export function fieldErrors({ comment, author, email }: CommentFormValues): Array<CommentFieldError> {
  const errors: Array<CommentFieldError> = [];
  if (comment.trim() === "") errors.push({ field: "comment", text: contentText.commentTextError() });
  if (author.trim() === "") errors.push({ field: "author", text: contentText.commentNameError() });
  if (!isEmail(email)) errors.push({ field: "email", text: contentText.commentEmailError() });
  return errors;
}

/** The parent of a comment that answers none. */
export const NO_PARENT = "0";

/** The element below a comment that the form moves into; that of `NO_PARENT` is below all comments. */
export const slotId = (parent: string) => `reply-slot-${parent}`;
