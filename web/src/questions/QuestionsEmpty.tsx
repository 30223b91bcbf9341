import * as questionsText from "../generated/messages/questions";
import { Icon } from "../ui/Icon";
import styles from "./QuestionsEmpty.module.css";

/** Shown instead of an empty list: after a search, or because nobody has asked. */
export function QuestionsEmpty({ isSearch }: { isSearch: boolean }) {
  return (
    <div className={styles.none}>
      <Icon name="search" size="l" />
      <p className={styles.title}>{isSearch ? questionsText.none() : questionsText.empty()}</p>
      <p>{isSearch ? questionsText.noneHint() : questionsText.emptyHint()}</p>
    </div>
  );
}
