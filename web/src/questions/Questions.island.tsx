import { type ComponentType, useEffect, useRef, useState } from "react";
import * as catalogText from "../generated/messages/catalog";
import * as questionsText from "../generated/messages/questions";
import type { QuestionSectionView } from "../generated/questions";
import { classes } from "../ui/classes";
import { instead } from "../ui/clicks";
import controls from "../ui/controls.module.css";
import { ListSearch } from "../ui/ListSearch";
import { Notice } from "../ui/Notice";
import type { QuestionFormProps } from "./QuestionForm";
import { QuestionList } from "./QuestionList";
import styles from "./Questions.module.css";
import { QuestionsEmpty } from "./QuestionsEmpty";
import { useQuestions } from "./use-questions";

/** The form that is open: a new question, or the answer to one. */
type Open = { answerTo: string | null };

/** The questions of a product. Links and a form with GET parameters until it is hydrated. */
export function Questions(view: QuestionSectionView) {
  const { count, search, askUrl, form } = view;
  const questions = useQuestions(view);
  const { list, query, loading } = questions;
  const [Form, setForm] = useState<ComponentType<QuestionFormProps> | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  /** Questions whose answer form was reset. */
  const [reset, setReset] = useState<ReadonlySet<string>>(new Set());
  const root = useRef<HTMLDivElement>(null);
  /** The place of the first new question: it gets the focus if the button that was pressed has gone. */
  const next = useRef<number>(undefined);

  useEffect(() => {
    if (next.current === undefined || loading) return;
    const target = root.current?.querySelectorAll("article")[next.current];
    next.current = undefined;
    if (document.activeElement === document.body) target?.focus({ preventScroll: true });
  }, [loading]);

  const openForm = async (answerTo: string | null, fallbackUrl: string) => {
    try {
      const { QuestionForm } = await import("./QuestionForm");
      setForm(() => QuestionForm);
      setOpen({ answerTo });
    } catch (error) {
      console.info(error);
      location.assign(fallbackUrl);
    }
  };
  const closeForm = () => {
    const answered = open?.answerTo ?? null;
    if (answered !== null) setReset((now) => new Set(now).add(answered));
    setOpen(null);
    const opener = answered === null ? "[data-ask]" : `#question-${answered} [data-answer]`;
    // The link is rendered again with the list.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(opener)?.focus());
  };
  const formFor = (answerTo: string | null) =>
    Form && form && open?.answerTo === answerTo ? (
      <Form
        form={form}
        questionId={answerTo ?? undefined}
        isBlank={answerTo !== null && reset.has(answerTo)}
        onClosed={closeForm}
      />
    ) : undefined;

  const newQuestion = open && formFor(null);
  const isNone = list.questions.length === 0 && list.page === 0;
  const hasSearch = count > 0 || search.query !== "";
  return (
    <div ref={root} className={styles.questions} data-questions="">
      {newQuestion ?? (
        <>
          <div className={styles.head}>
            <p className={styles.count}>{catalogText.questionCount({ count })}</p>
            {form && (
              <a
                className={`${controls.btn} ${controls.btnPrimary} ${controls.btnSm}`}
                href={askUrl}
                rel="nofollow"
                data-ask=""
                onClick={instead(() => void openForm(null, askUrl))}
              >
                {questionsText.ask()}
              </a>
            )}
          </div>
          {hasSearch && (
            <ListSearch
              search={search}
              query={questions.typed}
              texts={{
                label: questionsText.search(),
                apply: questionsText.searchApply(),
                clear: questionsText.searchClear(),
              }}
              onType={questions.type}
              onSearch={questions.searchNow}
              onClear={questions.clearSearch}
            />
          )}
          <div
            className={classes(loading === "list" && styles.isLoading)}
            aria-busy={loading !== null || undefined}
          >
            <p className="sr" role="status">
              {loading && questionsText.loading()}
              {!loading &&
                list !== view.list &&
                questionsText.shown({ count: String(list.questions.length) })}
            </p>
            {questions.retry && (
              <Notice
                kind="error"
                action={
                  <button
                    type="button"
                    className={`${controls.btn} ${controls.btnSm}`}
                    onClick={questions.retry}
                  >
                    {questionsText.retry()}
                  </button>
                }
              >
                {questionsText.loadFailed()}
              </Notice>
            )}
            {isNone ? (
              <QuestionsEmpty isSearch={query !== ""} />
            ) : (
              <QuestionList
                {...list}
                onAnswer={
                  form
                    ? ({ id, answerUrl }) =>
                        open?.answerTo === id ? closeForm() : void openForm(id, answerUrl ?? askUrl)
                    : undefined
                }
                formOf={({ id }) => formFor(id)}
              />
            )}
          </div>
          {!list.lastPage && list.moreUrl && (
            <a
              className={`${controls.btn} ${styles.more}`}
              href={list.moreUrl}
              rel="nofollow"
              aria-busy={loading === "more" || undefined}
              onClick={instead(() => {
                next.current = list.questions.length;
                void questions.more();
              })}
            >
              {questionsText.showMore()}
            </a>
          )}
        </>
      )}
    </div>
  );
}
