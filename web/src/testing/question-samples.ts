import type {
  QuestionFormView,
  QuestionListAnswer,
  QuestionListView,
  QuestionPageView,
  QuestionSectionView,
  QuestionsPageView,
  QuestionView,
  WriteQuestionPageView,
} from "../generated/questions";
import type { ReviewItemView } from "../generated/reviews";

/** Views of questions and answers for tests: small, Arabic, and with a value in every field. */

const PAGE = "/ar/product/haraz/";
const QUESTIONS = `${PAGE}questions/`;

const item: ReviewItemView = {
  id: "17",
  name: "بنّ حَراز اليمني",
  note: "250 غ",
  url: PAGE,
  picture: { url: "/media/dates-320.webp", width: 320, height: 400 },
};

export const question: QuestionView = {
  id: "301",
  url: "/ar/questions/301/",
  author: "ريم",
  date: "5 أكتوبر 2026",
  datetime: "2026-10-05T09:00:00Z",
  text: "هل يصلح التحميص المتوسط للقهوة السعودية؟",
  answers: [
    {
      id: "401",
      author: "دكان النخلة",
      isShop: true,
      date: "6 أكتوبر 2026",
      datetime: "2026-10-06T09:00:00Z",
      text: "التحميص الفاتح أنسب للقهوة السعودية، والمتوسط يعطي لونًا أغمق وطعمًا أثقل.",
    },
    {
      id: "402",
      author: "أم سلطان",
      isShop: false,
      date: "7 أكتوبر 2026",
      datetime: "2026-10-07T09:00:00Z",
      text: "جرّبته بالمتوسط مع الهيل وكان لذيذًا.",
    },
  ],
  answerCount: 5,
  moreUrl: "/ar/questions/301/",
  answerUrl: "/ar/questions/write/?product=17&question=301",
  votes: { upvotes: 14, downvotes: 0, current: 0 },
};

export const openQuestion: QuestionView = {
  ...question,
  id: "302",
  url: "/ar/questions/302/",
  author: "ماجد",
  date: "1 أكتوبر 2026",
  datetime: "2026-10-01T09:00:00Z",
  text: "كم يبقى البنّ طازجًا بعد فتح الكيس؟",
  answers: [],
  answerCount: 0,
  moreUrl: null,
  answerUrl: "/ar/questions/write/?product=17&question=302",
  votes: { upvotes: 0, downvotes: 0, current: 0 },
};

export const questionList: QuestionListView = {
  questions: [question, openQuestion],
  page: 0,
  lastPage: false,
  attributes: '{"after":"302"}',
  moreUrl: `${QUESTIONS}?qafter=302`,
  voteUrl: "/ar/questions/vote/",
  voteNonce: "v0te",
};

export const questionForm: QuestionFormView = {
  action: "/ar/questions/write/",
  nonce: "n0nce",
  productId: "17",
  questionId: null,
  hidden: [{ name: "cr_time", value: "1765000000-s1gned" }],
  terms: { label: "أوافق على شروط النشر وسياسة الخصوصية", link: null },
  captcha: null,
  defaultsUrl: null,
  maxChars: 2000,
  values: { text: "", name: "", email: "" },
  errors: [],
};

export const questionSection: QuestionSectionView = {
  productId: "17",
  permalink: PAGE,
  attributes: "{}",
  count: 17,
  search: { action: QUESTIONS, name: "qsearch", query: "", clearUrl: QUESTIONS, delayMs: 500 },
  list: questionList,
  askUrl: "/ar/questions/write/?product=17",
  form: questionForm,
};

export const noQuestions: QuestionSectionView = {
  ...questionSection,
  count: 0,
  list: { ...questionList, questions: [], lastPage: true, moreUrl: null },
};

/** An answer of call 22. */
export function listAnswer(to: Partial<QuestionListView>): QuestionListAnswer {
  const list = { ...questionList, ...to };
  const html = list.questions.map(({ text }) => `<article>${text}</article>`).join("");
  return { page: list.page, html, last_page: list.lastPage, list };
}

export const questionsPage: QuestionsPageView = {
  title: "أسئلة عن بنّ حَراز اليمني",
  crumbs: [
    { label: "الرئيسية", url: "/ar/" },
    { label: "بنّ حَراز اليمني", url: PAGE },
  ],
  item,
  section: questionSection,
};

export const questionPage: QuestionPageView = {
  crumbs: questionsPage.crumbs,
  item,
  question: { ...question, moreUrl: null },
  nextUrl: "/ar/questions/301/?after=402",
  allUrl: `${PAGE}#tab-cr_qna`,
  voteUrl: "/ar/questions/vote/",
  voteNonce: "v0te",
};

export const writeQuestion: WriteQuestionPageView = {
  title: "اطرح سؤالًا عن بنّ حَراز اليمني",
  crumbs: questionsPage.crumbs,
  item,
  question: null,
  form: questionForm,
  result: null,
  isError: false,
  backUrl: `${PAGE}#tab-cr_qna`,
};
