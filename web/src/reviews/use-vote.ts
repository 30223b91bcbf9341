import { useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { VotesView } from "../generated/reviews";
import { notify } from "../runtime/announce";
import { vote } from "./calls";

/** The votes of a review. `send` sets both buttons to updating until the answer has come. */
export function useVote(id: string, votes: VotesView) {
  const [isUpdating, setIsUpdating] = useState(false);
  // Newer props replace an older answer.
  const [answered, setAnswered] = useState<{ before: VotesView; votes: VotesView } | null>(null);
  const send = async (isUp: boolean) => {
    if (isUpdating) return;
    setIsUpdating(true);
    try {
      const answer = await vote(id, isUp);
      if (answer.code !== 0) throw new Error(`vote refused: ${answer.code}`);
      setAnswered({ before: votes, votes: answer.votes });
    } catch {
      notify(reviewsText.voteFailed());
    }
    setIsUpdating(false);
  };
  return { votes: answered?.before === votes ? answered.votes : votes, isUpdating, send };
}
