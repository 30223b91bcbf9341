import type { Locator, Page } from "@playwright/test";
import { t } from "./texts";

export const QUESTIONS_TAB = "#tab-cr_qna";

export const section = (page: Page) => page.locator("[data-questions]");
export const questions = (page: Page) => section(page).getByRole("article");
export const searchBox = (page: Page) => section(page).getByRole("searchbox");
export const askLink = (page: Page) => section(page).getByRole("link", { name: t("questions.ask") });
export const answerLink = (question: Locator) =>
  question.getByRole("link", { name: t("questions.answer"), exact: true });
export const moreLink = (page: Page) => section(page).getByRole("link", { name: t("questions.show-more") });
export const askForm = (page: Page) => page.getByRole("form", { name: t("questions.form-title") });
export const answerForm = (page: Page) => page.getByRole("form", { name: t("questions.answer-title") });
export const submitOf = (form: Locator) => form.locator("button[type=submit]");
/** The texts of the listed questions. */
export const textsOf = (page: Page) => questions(page).locator("[id$='-text']").allTextContents();

/** Opens the tab if it is closed, and waits until the section reacts to the shopper. */
export async function liveSection(page: Page): Promise<void> {
  const tab = page.getByRole("tab", { name: t("catalog.questions") });
  if ((await tab.count()) > 0) await tab.click();
  await section(page).scrollIntoViewIfNeeded();
  await page.waitForFunction(() => {
    const root = document.querySelector("[data-questions]");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactFiber"));
  });
}

export const textField = (form: Locator) => form.locator("textarea[name=text]");
export const nameField = (form: Locator) => form.getByRole("textbox", { name: t("questions.field-name") });
export const emailField = (form: Locator) => form.locator("input[name=email]");

type Values = { text: string; email: string };

/** Fills in a form as a guest. */
export async function fillQuestion(form: Locator, { text, email }: Values): Promise<void> {
  await textField(form).fill(text);
  await nameField(form).fill("سلمى");
  await emailField(form).fill(email);
  for (const box of await form.getByRole("checkbox").all()) await box.check();
}

let unique = 0;
/** A question that no other test asks. */
export const newText = () => `هل يناسب الهدايا رقم ${process.pid}${unique++}؟`;
