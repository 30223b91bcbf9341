import { PlainQuestionForm } from "../../../questions/PlainQuestionForm.island";
import { QuestionFields } from "../../../questions/QuestionFields";
import { QuestionForm } from "../../../questions/QuestionForm";
import { QuestionItem } from "../../../questions/QuestionItem";
import { QuestionList } from "../../../questions/QuestionList";
import { QuestionPage } from "../../../questions/QuestionPage";
import { Questions } from "../../../questions/Questions.island";
import { QuestionsEmpty } from "../../../questions/QuestionsEmpty";
import { QuestionsPage } from "../../../questions/QuestionsPage";
import { QuestionText } from "../../../questions/QuestionText";
import { QuestionVotes } from "../../../questions/QuestionVotes.island";
import { firstDraft } from "../../../questions/question-form";
import { WriteQuestionPage } from "../../../questions/WriteQuestionPage";
import {
  noQuestions,
  openQuestion,
  question,
  questionForm,
  questionList,
  questionPage,
  questionSection,
  questionsPage,
  writeQuestion,
} from "../../question-samples";
import { longName } from "../../samples";
import type { States } from "../states";

const nothing = () => {};
const listed = { voteUrl: "/", voteNonce: "" };
const fields = {
  id: "q",
  form: questionForm,
  isAnswer: false,
  draft: firstDraft(questionForm),
  onChange: nothing,
};
const answer = { ...questionForm, questionId: "301" };

export const states = {
  PlainQuestionForm: {
    question: <PlainQuestionForm {...questionForm} />,
    answer: <PlainQuestionForm {...answer} />,
    error: (
      <PlainQuestionForm
        {...questionForm}
        errors={[{ field: "email", text: "أدخل بريدًا إلكترونيًا صالحًا." }]}
      />
    ),
  },
  QuestionFields: {
    question: <QuestionFields {...fields} errors={[]} />,
    answer: <QuestionFields {...fields} isAnswer errors={[]} />,
    errors: <QuestionFields {...fields} errors={["text", "name", "email", "terms"]} />,
  },
  QuestionForm: {
    question: <QuestionForm form={questionForm} onClosed={nothing} />,
    answer: <QuestionForm form={questionForm} questionId="301" onClosed={nothing} />,
    "without terms": <QuestionForm form={{ ...questionForm, terms: null }} onClosed={nothing} />,
  },
  QuestionItem: {
    answered: <QuestionItem question={question} {...listed} />,
    open: <QuestionItem question={openQuestion} {...listed} />,
    closed: <QuestionItem question={{ ...openQuestion, answerUrl: null }} {...listed} />,
    "long text": <QuestionItem question={{ ...question, author: longName, text: longName }} {...listed} />,
  },
  QuestionList: {
    default: <QuestionList {...questionList} />,
  },
  QuestionPage: {
    default: <QuestionPage {...questionPage} />,
    "without answers": <QuestionPage {...questionPage} question={openQuestion} nextUrl={null} />,
    "long text": <QuestionPage {...questionPage} question={{ ...question, text: longName }} />,
  },
  QuestionText: {
    question: (
      <QuestionText kind="question" author="ريم" text={question.text}>
        <span>{question.date}</span>
      </QuestionText>
    ),
    shop: (
      <QuestionText kind="answer" author="دكان النخلة" isShop text={question.text}>
        <span>{question.date}</span>
      </QuestionText>
    ),
  },
  QuestionVotes: {
    answered: <QuestionVotes id="1" votes={question.votes} answerCount={2} voteUrl="/" />,
    unanswered: <QuestionVotes id="1" votes={question.votes} answerCount={0} voteUrl="/" />,
  },
  Questions: {
    default: <Questions {...questionSection} />,
    empty: <Questions {...noQuestions} />,
    "nothing found": (
      <Questions
        {...questionSection}
        search={{ ...questionSection.search, query: "شاي" }}
        list={noQuestions.list}
      />
    ),
    closed: <Questions {...questionSection} form={null} />,
  },
  QuestionsEmpty: {
    search: <QuestionsEmpty isSearch />,
    "no questions": <QuestionsEmpty isSearch={false} />,
  },
  QuestionsPage: {
    default: <QuestionsPage {...questionsPage} />,
  },
  WriteQuestionPage: {
    question: <WriteQuestionPage {...writeQuestion} />,
    answer: <WriteQuestionPage {...writeQuestion} question={question} form={answer} />,
    sent: <WriteQuestionPage {...writeQuestion} form={null} result="شكرًا لك، وصلنا سؤالك." />,
    refused: <WriteQuestionPage {...writeQuestion} form={null} result="لا نستقبل أسئلة هنا الآن." isError />,
  },
} satisfies States;
