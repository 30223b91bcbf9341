import * as questionsText from "../generated/messages/questions";
import type { QuestionView } from "../generated/questions";
import { Votes } from "../ui/Votes";
import { voteQuestion } from "./calls";

type Props = Pick<QuestionView, "id" | "votes" | "answerCount"> & { voteUrl: string; nonce?: string };

/** Whether a question, or the answer to it, was helpful. */
export function QuestionVotes({ answerCount, ...props }: Props) {
  const texts = {
    ask: answerCount > 0 ? questionsText.helpfulAsk() : questionsText.helpfulAskQuestion(),
    up: questionsText.helpful,
    down: questionsText.notHelpful,
    updating: questionsText.updating,
    failed: questionsText.voteFailed,
  };
  return <Votes {...props} send={voteQuestion} texts={texts} />;
}
