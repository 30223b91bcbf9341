import * as questionsText from "../generated/messages/questions";
import type { WriteQuestionPageView } from "../generated/questions";
import { Island } from "../renderer/Island";
import { ProductLink } from "../reviews/ProductLink";
import { Breadcrumbs } from "../ui/Breadcrumbs";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { PlainQuestionForm } from "./PlainQuestionForm.island";
import pageStyles from "./QuestionPage.module.css";
import { QuestionText } from "./QuestionText";

/** The form on a page of its own, and its answer. */
export function WriteQuestionPage(page: WriteQuestionPageView) {
  const { title, crumbs, item, question, form, result, isError, backUrl } = page;
  return (
    <div className={`wrap ${pageStyles.page}`}>
      <Breadcrumbs crumbs={crumbs} />
      <h1>{title}</h1>
      <ProductLink {...item} />
      {question && (
        <QuestionText kind="question" author={question.author} text={question.text}>
          <time dateTime={question.datetime}>{question.date}</time>
        </QuestionText>
      )}
      {/* The form itself shows its errors. */}
      {result && !form?.errors.length && (
        <Notice kind={isError ? "error" : "ok"} focused>
          {result}
        </Notice>
      )}
      {form && <Island of={PlainQuestionForm} id="question-form" on="load" props={form} />}
      <p>
        <a className={controls.link} href={backUrl}>
          {questionsText.formBack()}
        </a>
      </p>
    </div>
  );
}
