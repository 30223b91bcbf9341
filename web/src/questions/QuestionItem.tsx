import type { ReactNode } from "react";
import * as questionsText from "../generated/messages/questions";
import type { QuestionView } from "../generated/questions";
import { instead } from "../ui/clicks";
import controls from "../ui/controls.module.css";
import styles from "./QuestionItem.module.css";
import { QuestionText } from "./QuestionText";
import { QuestionVotes } from "./QuestionVotes.island";

type Props = {
  question: QuestionView;
  voteUrl: string;
  voteNonce: string;
  /** Opens the answer form; without it the button is a link to the page with the form. */
  onAnswer?: () => void;
  /** The answer form, while it is open. */
  form?: ReactNode;
};

/** One question of a list with its first answers. */
export function QuestionItem({ question, voteUrl, voteNonce, onAnswer, form }: Props) {
  const { id, url, author, date, datetime, text, answers, answerCount, moreUrl, answerUrl, votes } = question;
  return (
    <article
      className={styles.question}
      id={`question-${id}`}
      aria-labelledby={`question-${id}-text`}
      tabIndex={-1}
    >
      <QuestionText kind="question" id={`question-${id}-text`} author={author} text={text}>
        <a href={url}>
          <time dateTime={datetime}>{date}</time>
        </a>
      </QuestionText>
      {answers.length > 0 && (
        <div className={styles.answers}>
          {answers.map((answer) => (
            <QuestionText
              key={answer.id}
              kind="answer"
              {...{ author: answer.author, isShop: answer.isShop, text: answer.text }}
            >
              <time dateTime={answer.datetime}>{answer.date}</time>
            </QuestionText>
          ))}
        </div>
      )}
      {moreUrl && (
        <p className={styles.more}>
          <a className={controls.link} href={moreUrl}>
            {questionsText.moreAnswers({ count: answerCount })}
          </a>
        </p>
      )}
      <div className={styles.actions}>
        {answerUrl && (
          <a
            className={`${controls.btn} ${controls.btnSm}`}
            href={answerUrl}
            rel="nofollow"
            aria-expanded={onAnswer ? form !== undefined : undefined}
            data-answer=""
            onClick={onAnswer && instead(onAnswer)}
          >
            {questionsText.answer()}
          </a>
        )}
        <QuestionVotes {...{ id, votes, answerCount, voteUrl }} nonce={voteNonce} />
      </div>
      {form && <div className={styles.form}>{form}</div>}
    </article>
  );
}
