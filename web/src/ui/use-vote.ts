import { useState } from "react";
import { notify } from "../runtime/announce";

export type VoteCounts = {
  upvotes: number;
  downvotes: number;
  /** The visitor's own vote: above 0 helpful, below 0 not. */
  current: number;
};

type Options = {
  send: (isUp: boolean) => Promise<{ code: number; votes: VoteCounts }>;
  /** Announced if the vote was not counted. */
  failed: () => string;
};

/** The votes of an item. `vote` sets both buttons to updating until the answer has come. */
export function useVote(votes: VoteCounts, { send, failed }: Options) {
  const [isUpdating, setIsUpdating] = useState(false);
  // Newer props replace an older answer.
  const [answered, setAnswered] = useState<{ before: VoteCounts; votes: VoteCounts } | null>(null);
  const vote = async (isUp: boolean) => {
    if (isUpdating) return;
    setIsUpdating(true);
    try {
      const answer = await send(isUp);
      if (answer.code !== 0) throw new Error(`vote refused: ${answer.code}`);
      setAnswered({ before: votes, votes: answer.votes });
    } catch {
      notify(failed());
    }
    setIsUpdating(false);
  };
  return { votes: answered?.before === votes ? answered.votes : votes, isUpdating, vote };
}
