import * as questionsText from "../generated/messages/questions";
import type { QuestionPageView } from "../generated/questions";
import { Island } from "../renderer/Island";
import { ProductLink } from "../reviews/ProductLink";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import styles from "./QuestionPage.module.css";
import { QuestionText } from "./QuestionText";
import { QuestionVotes } from "./QuestionVotes.island";

/** One question with its answers. */
export function QuestionPage(page: QuestionPageView) {
  const { crumbs, item, question, nextUrl, allUrl, voteUrl, voteNonce } = page;
  const { id, author, date, datetime, text, answers, answerCount, answerUrl, votes } = question;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs crumbs={crumbs} />
      <div id={`question-${id}`}>
        <h1 dir="auto">{text}</h1>
        <p className={styles.sub}>
          {questionsText.questionOf({ author })} <time dateTime={datetime}>{date}</time>
        </p>
      </div>
      <ProductLink {...item} />
      <section className={styles.answers} aria-labelledby="answers">
        <h2 id="answers">{questionsText.answers()}</h2>
        {answers.length === 0 && <p>{questionsText.noAnswers()}</p>}
        {answers.map((answer) => (
          <QuestionText
            key={answer.id}
            kind="answer"
            {...{ author: answer.author, isShop: answer.isShop, text: answer.text }}
          >
            <time dateTime={answer.datetime}>{answer.date}</time>
          </QuestionText>
        ))}
        {nextUrl && (
          <p>
            <a className={controls.btn} href={nextUrl} rel="nofollow">
              {questionsText.nextAnswers()}
            </a>
          </p>
        )}
      </section>
      <div className={styles.actions}>
        {answerUrl && (
          <a
            className={`${controls.btn} ${controls.btnPrimary} ${controls.btnSm}`}
            href={answerUrl}
            rel="nofollow"
          >
            {questionsText.answer()}
          </a>
        )}
        <Island
          of={QuestionVotes}
          id="question-votes"
          on="visible"
          props={{ id, votes, answerCount, voteUrl, nonce: voteNonce }}
        />
      </div>
      <p>
        <a className={controls.link} href={allUrl}>
          {questionsText.allQuestions()}
        </a>
      </p>
    </div>
  );
}
