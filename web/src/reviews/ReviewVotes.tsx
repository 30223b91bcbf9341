import * as reviewsText from "../generated/messages/reviews";
import type { VotesView } from "../generated/reviews";
import { Votes } from "../ui/Votes";
import { vote } from "./calls";

type Props = { id: string; votes: VotesView; voteUrl: string; nonce?: string };

/** Whether a review was helpful. */
export function ReviewVotes(props: Props) {
  const texts = {
    ask: reviewsText.helpfulAsk(),
    up: reviewsText.helpful,
    down: reviewsText.notHelpful,
    updating: reviewsText.updating,
    failed: reviewsText.voteFailed,
  };
  return <Votes {...props} send={vote} texts={texts} />;
}
