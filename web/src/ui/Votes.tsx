import type { MouseEvent } from "react";
import { classes } from "./classes";
import { Icon } from "./Icon";
import { useVote, type VoteCounts } from "./use-vote";
import styles from "./Votes.module.css";

type Count = { count: string };
type Props = {
  id: string;
  votes: VoteCounts;
  /** Address of the plain form. */
  voteUrl: string;
  nonce?: string;
  send: (id: string, isUp: boolean) => Promise<{ code: number; votes: VoteCounts }>;
  texts: {
    ask: string;
    up: (count: Count) => string;
    down: (count: Count) => string;
    updating: () => string;
    failed: () => string;
  };
};

/** Whether something was helpful. Without script the buttons submit a plain form. */
export function Votes({ id, votes: initial, voteUrl, nonce, send, texts }: Props) {
  const { votes, isUpdating, vote } = useVote(initial, {
    send: (isUp) => send(id, isUp),
    failed: texts.failed,
  });
  const button = (isUp: boolean) => {
    const count = isUp ? votes.upvotes : votes.downvotes;
    const isOn = isUp ? votes.current > 0 : votes.current < 0;
    const text = { count: String(count) };
    return (
      <button
        type="submit"
        name="upvote"
        value={isUp ? "1" : "0"}
        className={classes(isOn && styles.on)}
        aria-pressed={isOn}
        aria-label={isUp ? texts.up(text) : texts.down(text)}
        aria-disabled={isUpdating || undefined}
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          void vote(isUp);
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
      <span>{texts.ask}</span>
      {button(true)}
      {button(false)}
      <span className={styles.spin} role="status">
        {isUpdating && <span className="sr">{texts.updating()}</span>}
      </span>
    </form>
  );
}
