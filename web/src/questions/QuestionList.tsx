import type { ReactNode } from "react";
import type { QuestionListView, QuestionView } from "../generated/questions";
import { QuestionItem } from "./QuestionItem";

type Props = Pick<QuestionListView, "questions" | "voteUrl" | "voteNonce"> & {
  onAnswer?: (question: QuestionView) => void;
  /** The answer form that is open under a question. */
  formOf?: (question: QuestionView) => ReactNode;
};

/** A page of questions. Its markup is also the `html` of answers. */
export function QuestionList({ questions, voteUrl, voteNonce, onAnswer, formOf }: Props) {
  return questions.map((question) => (
    <QuestionItem
      key={question.id}
      {...{ question, voteUrl, voteNonce }}
      onAnswer={onAnswer && (() => onAnswer(question))}
      form={formOf?.(question)}
    />
  ));
}
