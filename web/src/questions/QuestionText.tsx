import type { ReactNode } from "react";
import * as questionsText from "../generated/messages/questions";
import blocks from "../ui/blocks.module.css";
import styles from "./QuestionText.module.css";

type Props = {
  kind: "question" | "answer";
  /** Of the element with the text. */
  id?: string;
  author: string;
  isShop?: boolean;
  text: string;
  /** The date, or a link with it. */
  children: ReactNode;
};

/** The text of a question or an answer with its initial, author and date. */
export function QuestionText({ kind, id, author, isShop = false, text, children }: Props) {
  const isQuestion = kind === "question";
  return (
    <div className={`${styles.line} ${styles[kind]}`}>
      <span className={styles.initial} aria-hidden="true">
        {isQuestion ? questionsText.questionInitial() : questionsText.answerInitial()}
      </span>
      <div>
        <p className={styles.text} id={id} dir="auto">
          {text}
        </p>
        <p className={styles.by}>
          {isQuestion ? <span>{questionsText.questionOf({ author })}</span> : <bdi>{author}</bdi>}
          {isShop && <span className={`${blocks.badge} ${styles.shop}`}>{questionsText.byShop()}</span>}
          {children}
        </p>
      </div>
    </div>
  );
}
