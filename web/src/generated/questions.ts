// Written from Rust (crates/questions). Do not edit.
import type { LinkView } from "./edge";
import type { HiddenInput, ReviewCaptchaView, ReviewFieldError, ReviewItemView, ReviewTermsView, VotesView } from "./reviews";

export type AnswerView = { id: string,
/**
 * The shop's name if it is the shop's answer.
 */
author: string,
/**
 * Answered by the shop's staff: shown with a badge.
 */
isShop: boolean, date: string, datetime: string, text: string, };

/**
 * Name and address of the signed-in customer; both empty for guests.
 */
export type AuthorDefaults = { name: string, email: string, };

export type QuestionFormValues = { text: string, name: string, email: string, };

/**
 * A form that asks a question, or that answers one.
 *
 * Fields of both: `crNonce`, `currentPostID`, `text`, `name`, `email`, `cptcha`, `terms`, everything in `hidden`, and the
 * trap field. An answer has `questionID` and `productID` too.
 */
export type QuestionFormView = {
/**
 * Address of the plain form.
 */
action: string,
/**
 * `crNonce`. It is not bound to a session, because the page is public.
 */
nonce: string,
/**
 * `currentPostID`, and `productID` of an answer.
 */
productId: string,
/**
 * Set on the page of an answer's form. On the page of the product, the form is under the question that it answers.
 */
questionId: string | null,
/**
 * Signed time of rendering: sent back unchanged, by calls too.
 */
hidden: Array<HiddenInput>, terms: ReviewTermsView | null,
/**
 * `None`: `cptcha` is empty.
 */
captcha: ReviewCaptchaView | null,
/**
 * GET answers [`AuthorDefaults`] of the visitor: fetched when a form opens, because the page is public.
 * `None` where `values` has them already.
 */
defaultsUrl: string | null, maxChars: number,
/**
 * Entered or known values.
 */
values: QuestionFormValues,
/**
 * Errors of the plain form; empty otherwise. Fields: `text`, `name`, `email`, `terms`.
 */
errors: Array<ReviewFieldError>, };

/**
 * Answer of call 22, with the field names of the wire format.
 */
export type QuestionListAnswer = {
/**
 * One more than in the request: the first page is 0.
 */
page: number,
/**
 * Empty without questions.
 */
html: string, last_page: boolean,
/**
 * The same page, for React components.
 */
list: QuestionListView, };

/**
 * A page of questions; also a region, whose markup is the `html` of call 22.
 */
export type QuestionListView = { questions: Array<QuestionView>,
/**
 * As in answers: the first page is 0. The next request sends this number, a new search sends -1.
 */
page: number, lastPage: boolean,
/**
 * `cr_attributes` of the request for the next page: the place where this one ends.
 */
attributes: string,
/**
 * The page with the next questions, for visitors without script.
 */
moreUrl: string | null,
/**
 * The plain vote form: fields `reviewID`, `upvote` (1 or 0) and `nonce`.
 */
voteUrl: string, voteNonce: string, };

/**
 * One question with its answers. The email that tells the asker about an answer leads here.
 */
export type QuestionPageView = { crumbs: Array<LinkView>,
/**
 * The product that is asked about.
 */
item: ReviewItemView,
/**
 * Its `answers` are those of this page.
 */
question: QuestionView,
/**
 * Further answers.
 */
nextUrl: string | null,
/**
 * All questions of the product.
 */
allUrl: string, voteUrl: string, voteNonce: string, };

/**
 * Answer of calls 23 and 24. Any `code` but 0 is a refusal.
 */
export type QuestionResultAnswer = { code: number, description: string, button: string, };

/**
 * The search form, sent by GET.
 */
export type QuestionSearchView = { action: string,
/**
 * Name of the field.
 */
name: string, query: string, clearUrl: string,
/**
 * Milliseconds between the last key and the search.
 */
delayMs: number, };

/**
 * The questions of a product.
 *
 * Rendered by `web/src/questions/Questions.island.tsx`. Every link and form works without script. The page is public:
 * it contains no names or votes of the visitor.
 */
export type QuestionSectionView = {
/**
 * `productID` of call 22, `currentPostID` of calls 23 and 24.
 */
productId: string,
/**
 * `permalink` of call 22.
 */
permalink: string,
/**
 * `cr_attributes` of call 22: sent back unchanged.
 */
attributes: string,
/**
 * Published questions of the product, whatever is searched for.
 */
count: number, search: QuestionSearchView, list: QuestionListView,
/**
 * Page with the form of a new question, for visitors without script.
 */
askUrl: string,
/**
 * Both forms: a new question, and, with `questionID` and `productID` added, an answer. `None`: questions are closed.
 */
form: QuestionFormView | null, };

export type QuestionView = {
/**
 * `questionID` of call 24, `reviewID` of call 25.
 */
id: string,
/**
 * The question's own page, with all its answers.
 */
url: string, author: string,
/**
 * Written out in Arabic.
 */
date: string,
/**
 * ISO 8601.
 */
datetime: string, text: string,
/**
 * The first answers: those of the shop, then the oldest.
 */
answers: Array<AnswerView>,
/**
 * Published answers.
 */
answerCount: number,
/**
 * The question's own page, if it has further answers.
 */
moreUrl: string | null,
/**
 * Page with the form of an answer, for visitors without script. `None`: questions are closed.
 */
answerUrl: string | null, votes: VotesView, };

/**
 * The questions of a product on a page of their own: found, or after the first ones.
 */
export type QuestionsPageView = { title: string, crumbs: Array<LinkView>, item: ReviewItemView, section: QuestionSectionView, };

/**
 * A form on a page of its own, for visitors without script.
 */
export type WriteQuestionPageView = { title: string, crumbs: Array<LinkView>, item: ReviewItemView,
/**
 * The question that is answered.
 */
question: QuestionView | null,
/**
 * `None` after the form has been sent, or if nothing can be written.
 */
form: QuestionFormView | null,
/**
 * The answer to the plain form.
 */
result: string | null, isError: boolean, backUrl: string, };
