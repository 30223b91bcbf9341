import * as questionsText from "../generated/messages/questions";
import { ListEmpty } from "../ui/ListEmpty";

/** Shown instead of an empty list: after a search, or because nobody has asked. */
export function QuestionsEmpty({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <ListEmpty title={questionsText.none()} hint={questionsText.noneHint()} />
  ) : (
    <ListEmpty title={questionsText.empty()} hint={questionsText.emptyHint()} />
  );
}
