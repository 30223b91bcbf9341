import type { MouseEvent } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { VotesView } from "../generated/reviews";
import { classes } from "../ui/classes";
import { Icon } from "../ui/Icon";
import styles from "./ReviewVotes.module.css";
import { useVote } from "./use-vote";

type Props = { id: string; votes: VotesView; voteUrl: string; nonce?: string };

/** Whether a review was helpful. Without script the buttons submit a plain form. */
export function ReviewVotes({ id, votes: initial, voteUrl, nonce }: Props) {
  const { votes, isUpdating, send } = useVote(id, initial);
  const button = (isUp: boolean) => {
    const count = isUp ? votes.upvotes : votes.downvotes;
    const isOn = isUp ? votes.current > 0 : votes.current < 0;
    const text = { count: String(count) };
    const label = isUp ? reviewsText.helpful(text) : reviewsText.notHelpful(text);
    return (
      <button
        type="submit"
        name="upvote"
        value={isUp ? "1" : "0"}
        className={classes(isOn && styles.on)}
        aria-pressed={isOn}
        aria-label={label}
        aria-disabled={isUpdating || undefined}
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          void send(isUp);
        }}
      >
        <Icon name={isUp ? "up" : "dn"} size="s" />
        <bdi aria-hidden="true">{count}</bdi>
      </button>
    );
  };
  return (
    <form
      className={classes(styles.vote, isUpdating && styles.updating)}
      method="post"
      action={voteUrl}
      aria-busy={isUpdating || undefined}
    >
      <input type="hidden" name="reviewID" value={id} />
      {nonce && <input type="hidden" name="nonce" value={nonce} />}
      <span>{reviewsText.helpfulAsk()}</span>
      {button(true)}
      {button(false)}
      <span className={styles.spin} role="status">
        {isUpdating && <span className="sr">{reviewsText.updating()}</span>}
      </span>
    </form>
  );
}
